import type { ViewCommand } from '@annotate-mcp/markdown';

import type { PollHandlers } from './poll-server.ts';
import { restoreDrafts } from './saved-drafts.ts';
import type { SyncDeps } from './sync-deps.ts';

/** Brings what the server sends into the state. The text is read first, because anchors are offsets in it. */
export function createUpdateHandlers(deps: SyncDeps): PollHandlers {
  const { state, server, copies, drafts } = deps;
  let restored = false;
  return {
    async apply(snapshot, commands) {
      const hasNewText = snapshot !== null || commands.some(({ type }) => type === 'file');
      const text = hasNewText ? await server.text() : null;
      state.dispatch({ type: 'server:update', snapshot, commands, text });
      if (!restored) restoreDrafts(state, copies, drafts);
      restored = true;
      for (const command of commands) {
        showTarget(command, deps);
        if (command.type === 'picture') deps.panel().reloadPicture(command.address);
      }
    },
    onConnection(connection) {
      const before = state.get().connection;
      if (connection.state === before.state && connection.state !== 'offline') return;
      state.dispatch({ type: 'connection', connection });
      // Waiting drafts are sent now instead of after their pause. When that fails, they keep waiting.
      if (connection.state === 'online') void drafts.flush().catch(() => undefined);
    },
  };
}

/** Shows the target that the agent points at. */
function showTarget(
  command: ViewCommand,
  { state, notifier, reveal }: Pick<SyncDeps, 'state' | 'notifier' | 'reveal'>,
): void {
  if (command.type !== 'scroll_to' && command.type !== 'highlight') return;
  const { target } = command;
  if ('commentId' in target) state.dispatch({ type: 'activate', id: target.commentId });
  reveal(target);
  if (command.type === 'highlight' && command.label)
    notifier.info(`${state.get().listening.agentName ?? 'Agent'}: ${command.label}`);
}
