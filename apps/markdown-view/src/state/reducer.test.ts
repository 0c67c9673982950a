import { describe, expect, it } from 'vitest';

import type { FileMeta, ViewSnapshot } from '@annotate-mcp/markdown';

import { anchorOf, comment } from '../testing/comments.ts';

import type { Action } from './actions.ts';
import { reduce } from './reducer.ts';
import { batchOf, itemsOf } from './select.ts';
import { initialState, type ViewState } from './state.ts';

const file: FileMeta = {
  path: 'docs/plan.md',
  name: 'plan.md',
  sha: 'a',
  bytes: 1,
  lines: 1,
  writable: true,
};
const anchor = anchorOf('first step');

const snapshot = (...comments: ViewSnapshot['comments']): ViewSnapshot => ({
  fileMeta: file,
  mode: 'review',
  mirror: true,
  comments,
  listening: { waiting: true, agentName: 'claude-code' },
  asksVerdict: false,
  reviewedSha: null,
  verdict: null,
  problem: null,
  personName: null,
});

const told = (over: Partial<Action & { type: 'server:update' }>): Action => ({
  type: 'server:update',
  snapshot: null,
  commands: [],
  text: null,
  ...over,
});

const after = (...actions: Action[]): ViewState => actions.reduce(reduce, initialState);

describe('an update of the server', () => {
  it('replaces the state with a snapshot, except for what is being written', () => {
    const state = after(
      { type: 'compose', id: 'new', anchor, answer: false },
      { type: 'compose:text', id: 'new', text: 'Hm' },
      told({ snapshot: snapshot(comment('a')), text: { text: 'x', fileMeta: file } }),
    );
    expect(state).toMatchObject({ mode: 'review', mirror: true, text: 'x', composing: 'new' });
    expect(itemsOf(state).map(({ id }) => id)).toEqual(['a', 'new']);
  });

  it('applies text and anchors together', () => {
    const moved = comment('a', { anchor: anchorOf('second step'), updatedAt: '2026-03-01T10:00:01.000Z' });
    let state = after(told({ snapshot: snapshot(comment('a')), text: { text: 'old', fileMeta: file } }));
    state = reduce(
      state,
      told({
        commands: [
          { type: 'comments', changed: [moved], removed: [] },
          { type: 'file', fileMeta: { ...file, sha: 'b' } },
        ],
        text: { text: 'new', fileMeta: { ...file, sha: 'b' } },
      }),
    );
    expect(state.text).toBe('new');
    expect(state.file?.sha).toBe('b');
    expect(state.comments.get('a')?.anchor.quote).toBe('second step');
  });

  it('lets no older copy of a comment replace a newer one', () => {
    const newer = comment('a', { annotationText: 'newer', updatedAt: '2026-03-01T11:00:00.000Z' });
    const state = after(
      { type: 'comments', changed: [newer] },
      told({ commands: [{ type: 'comments', changed: [comment('a')], removed: [] }] }),
    );
    expect(state.comments.get('a')?.annotationText).toBe('newer');
  });

  it('clears references to a comment that is gone', () => {
    const state = after(
      { type: 'comments', changed: [comment('a')] },
      { type: 'activate', id: 'a' },
      { type: 'relink', id: 'a' },
      told({ commands: [{ type: 'comments', changed: [], removed: ['a'] }] }),
    );
    expect(state).toMatchObject({ active: null, relinking: null });
  });
});

describe('writing', () => {
  const written: Action[] = [
    { type: 'compose', id: 'n', anchor, answer: false },
    { type: 'compose:text', id: 'n', text: 'Say more' },
  ];

  it('is in the batch from the first letter on, also when the composer is closed', () => {
    expect(batchOf(after(...written))).toHaveLength(1);
    const aside = after(...written, { type: 'compose:close' });
    expect(aside.composing).toBeNull();
    expect(batchOf(aside).map(({ writing }) => writing?.text)).toEqual(['Say more']);
  });

  it('removes a comment without text', () => {
    const state = after({ type: 'compose', id: 'n', anchor, answer: false }, { type: 'compose:close' });
    expect(state).toMatchObject({ active: null, composing: null });
    expect(state.writing.size).toBe(0);
  });

  it('is not lost when another comment is opened', () => {
    const state = after({ type: 'comments', changed: [comment('a')] }, ...written, {
      type: 'activate',
      id: 'a',
    });
    expect(state).toMatchObject({ active: 'a', composing: null });
    expect(state.writing.get('n')?.text).toBe('Say more');
  });

  it('opens only drafts again, with their text', () => {
    const state = after(
      { type: 'comments', changed: [comment('d', { status: 'draft' }), comment('p')] },
      { type: 'compose:again', id: 'd' },
      { type: 'compose:again', id: 'p' },
    );
    expect(state.composing).toBe('d');
    expect(state.writing.get('d')).toMatchObject({ text: 'Change d', before: 'Change d' });
    expect(state.writing.has('p')).toBe(false);
  });

  it('prefers what is typed now over the copy in the browser', () => {
    const kept = new Map([['n', { anchor, text: 'older', before: null, answer: false }]]);
    const state = after(...written, { type: 'writing:restore', writing: kept });
    expect(state.writing.get('n')?.text).toBe('Say more');
  });
});

it('closes one thing at a time on Escape', () => {
  let state = after(
    { type: 'comments', changed: [comment('a')] },
    { type: 'sheet', open: true },
    { type: 'activate', id: 'a' },
    { type: 'relink', id: 'a' },
    { type: 'sheet', open: true },
    { type: 'dialog', dialog: 'keys' },
  );
  const seen: unknown[] = [];
  for (let step = 0; step < 5; step++) {
    state = reduce(state, { type: 'escape' });
    seen.push([state.dialog, state.relinking, state.active, state.sheet]);
  }
  expect(seen).toEqual([
    [null, 'a', 'a', true],
    [null, null, 'a', true],
    [null, null, null, true],
    [null, null, null, false],
    [null, null, null, false],
  ]);
});

it('closes a comment before a notice, because the notice disappears without a key', () => {
  const state = after(
    { type: 'comments', changed: [comment('a')] },
    { type: 'activate', id: 'a' },
    { type: 'notice', notice: { id: 1, tone: 'info', text: 'Sent 1 comment.' } },
    { type: 'escape' },
  );
  expect([state.active, state.notice?.text]).toEqual([null, 'Sent 1 comment.']);
  expect(reduce(state, { type: 'escape' }).notice).toBeNull();
});

it('removes the text of a reply that was emptied', () => {
  const state = after(
    { type: 'field:text', key: 'reply:a', text: 'x' },
    { type: 'field:text', key: 'reply:a', text: null },
  );
  expect(state.fieldTexts.size).toBe(0);
});

describe('a picture that arrives late', () => {
  const arrives: Action = { type: 'compose:pictures', id: 'a', change: (before) => [...before, 'late.png'] };

  it('goes with the draft whose composer was closed, and opens nothing', () => {
    const draft = comment('a', { status: 'draft', pictures: ['first.png'] });
    const state = after(told({ snapshot: snapshot(draft) }), arrives);
    expect(state.composing).toBeNull();
    expect(state.writing.get('a')).toMatchObject({
      text: draft.annotationText,
      pictures: ['first.png', 'late.png'],
    });
  });

  it('changes nothing that was sent or is gone', () => {
    for (const comments of [[comment('a')], []]) {
      const state = after(told({ snapshot: snapshot(...comments) }));
      expect(reduce(state, arrives)).toBe(state);
    }
  });
});
