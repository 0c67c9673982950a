import type { Dispatch } from '../state/actions.ts';
import type { Notice } from '../state/state.ts';

let last = 0;

/** One sentence to the person. `problem` says what could not be done, and why. */
export function notifier(dispatch: Dispatch) {
  const say = (tone: Notice['tone'], text: string) =>
    dispatch({ type: 'notice', notice: { id: ++last, tone, text } });
  return {
    done: (text: string) => say('success', text),
    info: (text: string) => say('info', text),
    problem: (what: string, error: unknown) =>
      say('problem', `${what} ${error instanceof Error ? error.message : String(error)}`),
  };
}
