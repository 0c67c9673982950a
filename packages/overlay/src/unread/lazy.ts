import { startWhenIdle } from '../loading/start-when-idle.ts';

import type { FollowSeenDeps } from './follow-seen.ts';

/** Loaded when the browser is idle: nothing is unread before. */
export function startLazySeen(deps: FollowSeenDeps): () => void {
  return startWhenIdle(async () => (await import('./follow-seen.ts')).followSeen, deps);
}
