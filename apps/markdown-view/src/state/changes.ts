/** What is different from the text that the person reviewed last, and how it is shown. */
import type { DocumentChange, DocumentVersion } from '@annotate-mcp/markdown';

export interface FoundChanges {
  /** As the person reviewed it last. */
  readonly before: DocumentVersion;
  /** As it is shown. */
  readonly after: DocumentVersion;
  /** At least one. */
  readonly list: readonly DocumentChange[];
}

export interface ChangesState {
  /** `null` while there are none, and until they are found. */
  readonly found: FoundChanges | null;
  /** Changed words are marked in the text. */
  readonly shown: boolean;
  /** The index of the change that the person has stepped to. */
  readonly current: number | null;
  /** There were changes when the document was opened, so that a line above the text says so. */
  readonly announced: boolean;
}

export type ChangesAction =
  | { type: 'changes:found'; found: FoundChanges | null; opening: boolean }
  | { type: 'changes:show'; on: boolean }
  | { type: 'changes:step'; index: number };

export const noChanges: ChangesState = { found: null, shown: false, current: null, announced: false };

export function reduceChanges(state: ChangesState, action: ChangesAction): ChangesState {
  switch (action.type) {
    case 'changes:found': {
      const { found, opening } = action;
      if (found === null) return noChanges;
      const current = state.current === null ? null : Math.min(state.current, found.list.length - 1);
      return { ...state, found, current, announced: state.announced || opening };
    }
    case 'changes:show':
      return { ...state, shown: action.on, current: action.on ? state.current : null };
    case 'changes:step':
      return { ...state, shown: true, current: action.index };
  }
}

/** For a new text: the changes in it are found again. */
export function withoutFound(state: ChangesState): ChangesState {
  return state.found === null ? state : { ...state, found: null };
}
