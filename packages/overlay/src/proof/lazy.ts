import { startWhenIdle } from '../loading/start-when-idle.ts';

import type { ProofDeps } from './proof-task.ts';

/** Loaded when the browser is idle: nothing that the person does waits for it. */
export function startLazyProof(deps: ProofDeps): () => void {
  return startWhenIdle(async () => (await import('./proof-recorder.ts')).startProof, deps);
}
