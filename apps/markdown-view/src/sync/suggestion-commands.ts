import type { CommandDeps } from './command-deps.ts';
import { runWhileBusy } from './run-while-busy.ts';

export interface SuggestionCommands {
  /** Puts the newest suggestion of the comment into the file. */
  readonly applySuggestion: (id: string) => Promise<void>;
  /** Right after it was applied. */
  readonly undoSuggestion: (id: string) => Promise<void>;
}

export function createSuggestionCommands(deps: CommandDeps): SuggestionCommands {
  const { state, notifier } = deps;
  return {
    async applySuggestion(id) {
      await runWhileBusy(deps, id, 'Not applied.', async () => {
        const sha = await changeText(deps, id, 'apply');
        state.dispatch({ type: 'applied', applied: { id, sha } });
        notifier.done('Applied: the file has the new text.');
      });
    },
    async undoSuggestion(id) {
      await runWhileBusy(deps, id, 'Not undone.', async () => {
        await changeText(deps, id, 'undo_apply');
        state.dispatch({ type: 'applied', applied: null });
        notifier.done('Undone: the file has its old text again.');
      });
    },
  };
}

/** Resolves to the hash that the file has then. */
async function changeText(
  { state, server }: CommandDeps,
  id: string,
  type: 'apply' | 'undo_apply',
): Promise<string> {
  const { comment, fileMeta } = await server.changeComment({ id, change: { type } });
  state.dispatch({ type: 'comments', changed: comment ? [comment] : [], removed: comment ? [] : [id] });
  return fileMeta?.sha ?? '';
}
