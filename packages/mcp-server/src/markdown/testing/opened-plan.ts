/** A document that an agent has opened, and what a view of it receives. */
import type { MarkdownComment, ViewCommand } from '@annotate-mcp/markdown';

import { createMarkdownFixture, type OpenedView } from '../../testing/review-clients.ts';

export const text = '# Plan\n\nWe want to ship in May.\n\nThe old server may not last.\n';
/** Commands of `interact`. */
export const wait = { type: 'get_comments', wait: true };
export const fetched = { type: 'get_comments' };

export async function opened(mode?: 'edit' | 'review') {
  const fixture = await createMarkdownFixture();
  const file = fixture.write('docs/plan.md', text);
  const agent = await fixture.connect();
  return { fixture, file, agent, view: await agent.open('docs/plan.md', mode) };
}

interface Snapshot {
  comments: MarkdownComment[];
  listening: { waiting: boolean; agentName: string | null };
  problem: string | null;
}

export async function snapshotOf(view: OpenedView): Promise<Snapshot> {
  const { snapshot } = await view.call('poll_md_commands', { instance: 'reader', after: null });
  return snapshot as Snapshot;
}

/** Resolves when the view shows that an agent waits, or that none does. */
export async function isListening(view: OpenedView, waiting: boolean, agentName?: string): Promise<void> {
  const { snapshot, seq } = (await view.call('poll_md_commands', { instance: 'listening', after: null })) as {
    snapshot: Snapshot;
    seq: number;
  };
  const isSo = (listening: Snapshot['listening']) =>
    listening.waiting === waiting && (agentName === undefined || listening.agentName === agentName);
  if (isSo(snapshot.listening)) return;
  await commandsUntil(view, seq, (command) => command.type === 'listening' && isSo(command.listening));
}

export async function commandsUntil(
  view: OpenedView,
  from: number,
  isLast: (command: ViewCommand) => boolean,
): Promise<ViewCommand[]> {
  const all: ViewCommand[] = [];
  let after = from;
  while (!all.some(isLast)) {
    const { commands, seq } = (await view.call('poll_md_commands', { instance: 'until', after })) as {
      commands: { command: ViewCommand }[];
      seq: number;
    };
    all.push(...commands.map(({ command }) => command));
    after = seq;
  }
  return all;
}
