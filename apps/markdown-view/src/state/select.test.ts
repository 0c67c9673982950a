import { expect, it } from 'vitest';

import { anchorOf, comment } from '../testing/comments.ts';

import { batchOf, countOpen, itemsOf, unsentTexts } from './select.ts';
import { initialState, type ViewState } from './state.ts';

const comments = [
  comment('late', { anchor: anchorOf('Nothing else') }),
  comment('done', { status: 'resolved', anchor: anchorOf('second step') }),
  comment('draft', { status: 'draft', anchor: anchorOf('first step') }),
  comment('gone', { anchorState: 'stale', anchor: anchorOf('Plan') }),
];
const state: ViewState = { ...initialState, comments: new Map(comments.map((one) => [one.id, one])) };
const ids = (from: ViewState) => itemsOf(from).map(({ id }) => id);

it('lists in the order of the text and leaves out closed comments', () => {
  expect(ids(state)).toEqual(['gone', 'draft', 'late']);
  expect(ids({ ...state, filter: 'all' })).toEqual(['gone', 'draft', 'done', 'late']);
});

it('counts a comment that an agent resolved as open until it is accepted', () => {
  const replies = [
    { id: 'r', createdAt: '2026-03-01T10:00:00.000Z', author: 'agent' as const, message: 'Done.' },
  ];
  const done = (as: object) =>
    ids({ ...initialState, comments: new Map([['a', comment('a', { status: 'resolved', ...as })]]) });
  expect(done({ replies })).toEqual(['a']);
  expect(done({ replies, acceptedAt: '2026-03-01T10:00:00.000Z' })).toEqual([]);
  expect(done({})).toEqual([]);
});

it('lists a closed comment while it is open on the screen', () => {
  expect(ids({ ...state, active: 'done' })).toContain('done');
  expect(countOpen({ ...state, active: 'done' })).toBe(3);
});

it('says which comments have lost their text', () => {
  expect(itemsOf(state).filter(({ lost }) => lost)).toHaveLength(1);
});

it('counts drafts and what is being written, each once', () => {
  const anchor = anchorOf('first step');
  const writing = (text: string) => ({ anchor, text, before: null, answer: false });
  const typed = new Map([
    ['draft', writing('changed')],
    ['new', writing('Hm')],
    ['blank', writing('  ')],
  ]);
  expect(batchOf({ ...state, writing: typed }).map(({ id }) => id)).toEqual(['draft', 'new']);
});

it('lists texts that only this tab has: unsaved comments, changed texts and replies', () => {
  const anchor = anchorOf('first step');
  const writing = (text: string) => ({ anchor, text, before: null, answer: false });
  const typed = new Map([
    ['new', writing('Hm')],
    ['draft', writing('Change draft')],
    ['blank', writing(' ')],
  ]);
  const fieldTexts = new Map([
    ['reply:late', 'Why?'],
    ['edit:late', 'Change late'],
    ['reply:unknown', 'Lost'],
  ]);
  expect(unsentTexts({ ...state, writing: typed, fieldTexts }).map(({ text }) => text)).toEqual(['Hm', 'Why?']);
});
