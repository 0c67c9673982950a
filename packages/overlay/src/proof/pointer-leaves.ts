import { readPassingStates } from './passing-states.ts';
import type { ProofTask } from './proof-task.ts';
import { findTargets } from './take-record.ts';

type Pointing = Pick<ProofTask, 'annotation' | 'tracker'>;

/** The target looks different only because the pointer or the focus is on it. */
export function isUnderPointer({ annotation, tracker }: Pointing): boolean {
  const [element] = findTargets(annotation, tracker);
  return element !== undefined && readPassingStates(element.ownerDocument).propertiesOf(element).size > 0;
}

/** Waits for a while: a person who sends by a key has the pointer still on the target. */
export async function pointerLeaves(task: Pointing & Pick<ProofTask, 'timing' | 'signal'>): Promise<void> {
  const { annotation, tracker, timing, signal } = task;
  const [element] = findTargets(annotation, tracker);
  if (element === undefined || !isUnderPointer(task)) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', check, true);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const check = ({ target }: Event) => {
      if (!(target instanceof Node) || !element.contains(target)) end();
    };
    const timer = setTimeout(end, timing.pointer);
    document.addEventListener('pointerover', check, true);
    signal.addEventListener('abort', end);
  });
}
