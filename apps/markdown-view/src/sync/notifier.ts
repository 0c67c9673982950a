import type { Dispatch } from '../state/actions.ts';
import type { Notice } from '../state/state.ts';

export interface Notifier {
  readonly done: (text: string) => void;
  readonly info: (text: string) => void;
  /** `what` could not be done; the error says why. */
  readonly problem: (what: string, error: unknown) => void;
}

let lastId = 0;

/** Shows one sentence at a time to the person who uses the view. */
export function createNotifier(dispatch: Dispatch): Notifier {
  const show = (tone: Notice['tone'], text: string) =>
    dispatch({ type: 'notice', notice: { id: ++lastId, tone, text } });
  return {
    done: (text) => show('success', text),
    info: (text) => show('info', text),
    problem: (what, error) =>
      show('problem', `${what} ${error instanceof Error ? error.message : String(error)}`),
  };
}
