import { expect, it, vi } from 'vitest';

import type { MarkdownComment } from '@annotate-mcp/markdown';

import { fieldKey, initialState } from '../state/state.ts';
import { comment } from '../testing/comments.ts';

import { cardActions } from './card-actions.tsx';

const claim = { agentId: 'agent', agentName: 'claude-code', at: '2026-03-01T10:00:00.000Z' };

/** The labels of the buttons that a card shows, with `reply` in its reply field. */
function labelsOf(as: Partial<MarkdownComment>, reply = ''): string[] {
  const context = {
    comment: comment('a', as),
    state: { ...initialState, fieldTexts: new Map([[fieldKey('reply', 'a'), reply]]) },
    dispatch: vi.fn(),
    // Buttons only read the state; no command runs before a click.
    commands: {} as Parameters<(typeof cardActions)[number]['run']>[0]['commands'],
  };
  return cardActions.flatMap(({ button }) => button(context)?.label ?? []);
}

it.each<{ name: string; as: Partial<MarkdownComment>; reply?: string; labels: string[] }>([
  { name: 'a draft', as: { status: 'draft' }, labels: ['Answer now', 'Submit', 'Edit', 'Delete'] },
  { name: 'a waiting comment', as: {}, labels: ['Reply', 'Edit', 'Resolve', 'Take back'] },
  {
    name: 'a claimed comment',
    as: { status: 'acknowledged', claim },
    labels: ['Reply', 'Resolve', 'Send again', 'Take back'],
  },
  {
    name: 'an item of the approval list',
    as: { intent: 'review' },
    labels: ['Decline', 'Approve', 'Edit', 'Resolve', 'Take back'],
  },
  {
    name: 'an item of the approval list with a reply',
    as: { intent: 'review' },
    reply: 'With care',
    labels: ['Reply', 'Decline', 'Approve with comment', 'Edit', 'Resolve', 'Take back'],
  },
  { name: 'a resolved comment', as: { status: 'resolved' }, labels: ['Re-open', 'Accept', 'Delete'] },
  {
    name: 'a resolved comment with a reply',
    as: { status: 'resolved' },
    reply: 'Still wrong',
    labels: ['Re-open', 'Delete'],
  },
  {
    name: 'a comment from the repository',
    as: { origin: 'repository' },
    labels: ['Trust', 'Resolve', 'Delete'],
  },
  {
    name: 'a draft from the repository',
    as: { status: 'draft', origin: 'repository' },
    labels: ['Trust', 'Delete'],
  },
  {
    name: 'a waiting suggestion',
    as: { suggestion: { replacement: 'x' } },
    labels: ['Reply', 'Apply', 'Edit', 'Resolve', 'Take back'],
  },
  {
    name: 'a suggestion whose text is gone',
    as: { suggestion: { replacement: 'x' }, anchorState: 'stale' },
    labels: ['Reply', 'Edit', 'Resolve', 'Take back'],
  },
  {
    name: 'a suggestion of an agent',
    as: { suggestion: { replacement: 'x' }, agentName: 'claude-code', intent: 'review' },
    labels: ['Decline', 'Apply'],
  },
  {
    name: 'a suggestion from the repository',
    as: { suggestion: { replacement: 'x' }, origin: 'repository' },
    labels: ['Trust', 'Resolve', 'Delete'],
  },
  { name: 'a dismissed comment', as: { status: 'dismissed' }, labels: ['Re-open', 'Delete'] },
])('shows the actions of $name', ({ as, reply, labels }) => {
  expect(labelsOf(as, reply)).toEqual(labels);
});

it('a card has no letter for two actions', () => {
  const letters = cardActions.flatMap(({ shortcut }) => shortcut?.letter ?? []);
  expect(new Set(letters).size).toBe(letters.length);
});
