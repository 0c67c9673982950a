import type { Nudge } from '@annotate-mcp/markdown';

import type { CommandDeps } from './command-deps.ts';

export const hostRefusedMessage =
  'Sent, but this chat does not take messages. Ask your agent to get the comments.';

/** Tells the host that the agent has comments to read. A host that refuses is no failure: the agent can fetch them. */
export async function pushToHost(
  { host, notifier }: Pick<CommandDeps, 'host' | 'notifier'>,
  { message, context }: Nudge,
): Promise<void> {
  if (host.push === null) return;
  const [, messageResult] = await Promise.allSettled([
    host.push.context(context),
    host.push.message(message),
  ]);
  if (messageResult.status === 'rejected') notifier.info(hostRefusedMessage);
}
