import { readPassingStates } from './passing-states.ts';
import type { ProofTask } from './proof-task.ts';
import { findTargets } from './take-record.ts';

/** A person who sends by a key has the pointer still on the target, which may look different for that reason. */
export async function pointerLeaves({ annotation, tracker, timing, signal }: ProofTask): Promise<void> {
  const [element] = findTargets(annotation, tracker);
  if (element === undefined || readPassingStates(element.ownerDocument).propertiesOf(element).size === 0)
    return;
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
