import { withoutTrials } from '../trials/lift-trials.ts';

import type { ProofTask } from './proof-task.ts';
import { takeSteadyPicture } from './steady-picture.ts';

/** `prepared` is one that was taken before. `null` when none could be taken, when the element has changed meanwhile, and when the person has blurred it. */
export async function takePicture(
  { annotation, trials, queue, signal }: ProofTask,
  element: Element,
  prepared: Blob | null = null,
): Promise<Blob | null> {
  if (annotation.kind !== 'markdown' && annotation.blurred === true) return null;
  return prepared ?? queue.run(() => withoutTrials(trials, () => takeSteadyPicture(element, signal)));
}
