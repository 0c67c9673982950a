import type { CommandDeps } from './command-deps.ts';

/**
 * Marks the comment as busy until `call` ends, and shows `failed` when it fails. Resolves to `true` when it succeeded;
 * `false` also when another call for the same comment is under way.
 */
export async function runWhileBusy(
  { state, notifier }: Pick<CommandDeps, 'state' | 'notifier'>,
  id: string,
  failed: string,
  call: () => Promise<void>,
): Promise<boolean> {
  if (state.get().busy.has(id)) return false;
  state.dispatch({ type: 'busy', id, on: true });
  try {
    await call();
    return true;
  } catch (error) {
    notifier.problem(failed, error);
    return false;
  } finally {
    state.dispatch({ type: 'busy', id, on: false });
  }
}
