/** Asks the hub again what it could not answer, when it can be expected to. */
import type { ProofTask } from './proof-task.ts';

/** A request that ends the hub each time would go on for ever otherwise. */
export const mostRepeats = 2;

/** `null` when it could not be asked in the end, or the annotation has become something else. */
export async function repeatUnsent<Answer>(
  ask: () => Promise<Answer | null>,
  waiting: WaitingForHub,
): Promise<Answer | null> {
  for (let repeats = 0; ; repeats++) {
    const answer = await ask();
    if (answer !== null || repeats === mostRepeats || !(await whenBack(waiting))) return answer;
  }
}

type WaitingForHub = Pick<ProofTask, 'container' | 'timing' | 'signal'>;

/**
 * Resolves when the page is online again, and after a while if it stays online: the hub was too busy then, or something in
 * between has failed. `false` when the annotation has become something else before.
 */
export function whenBack({ container, timing, signal }: WaitingForHub): Promise<boolean> {
  return new Promise((resolve) => {
    let wasOnline = container.get().connection === 'online';
    const check = () => {
      const isOnline = container.get().connection === 'online';
      if (signal.aborted) end(false);
      else if (isOnline && !wasOnline) end(true);
      else if (!isOnline) clearTimeout(timer);
      wasOnline = isOnline;
    };
    const end = (isBack: boolean) => {
      clearTimeout(timer);
      unsubscribe();
      signal.removeEventListener('abort', check);
      resolve(isBack);
    };
    const timer = setTimeout(() => end(true), timing.repeat);
    const unsubscribe = container.subscribe(check);
    signal.addEventListener('abort', check);
    check();
  });
}
