import { expect, it } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { initialState } from '../state/reducer.ts';
import type { OverlayState } from '../state/state.ts';

import { exportMarkdown } from './copy.ts';

const pageUrl = 'http://localhost:4200/cart';
const at = new Date('2026-11-15T09:30:00.000Z');
const one = (n: number, status: Annotation['status'], url = pageUrl) =>
  sampleAnnotation({ id: uuidOf(n), status, pageUrl: url, annotationText: `Comment ${n}` });

function stateWith(...annotations: Annotation[]): OverlayState {
  const start = initialState({ hub: '/__annotate', appId: '.' }, pageUrl);
  return { ...start, annotations: new Map(annotations.map((annotation) => [annotation.id, annotation])) };
}

const foreign: Annotation = { ...one(6, 'pending'), origin: 'repository' };
const state = stateWith(
  one(1, 'pending'),
  one(2, 'acknowledged', 'http://127.0.0.1:5173/cart/#total'),
  one(3, 'draft'),
  one(4, 'resolved'),
  one(5, 'dismissed'),
  foreign,
  one(7, 'pending', 'http://localhost:4200/about'),
);
const numbersIn = (markdown: string | null) =>
  [...(markdown ?? '').matchAll(/Comment (\d)/g)].map(([, n]) => Number(n)).sort();

it.each([
  { tab: 'page', filter: 'open', numbers: [1, 2] },
  { tab: 'all', filter: 'open', numbers: [1, 2, 7] },
  { tab: 'page', filter: 'closed', numbers: [4, 5] },
  { tab: 'page', filter: 'draft', numbers: [3] },
  { tab: 'page', filter: 'resolved', numbers: [4] },
  { tab: 'page', filter: 'pending', numbers: [1] },
] as const)('copies $numbers of the tab $tab when the list shows $filter', ({ tab, filter, numbers }) => {
  expect(numbersIn(exportMarkdown(state, { tab, filter }, at).markdown)).toEqual(numbers);
});

it('says what it left out, and writes one page once', () => {
  const { markdown, notice } = exportMarkdown(state, { tab: 'page', filter: 'open' }, at);
  expect(notice).toBe(
    '2 comments of this page copied as Markdown. Left out: 1 draft, 2 closed, 1 not trusted.',
  );
  expect(markdown?.match(/^## /gm)).toHaveLength(1);
});

it.each([
  ['a portion that was not read', { next: { open: 'n1', closed: null } }, true],
  ['a comment of which only a part was read', { briefs: new Set([uuidOf(1)]) }, true],
  ['a comment in brief that is not listed', { briefs: new Set([uuidOf(4)]) }, false],
])('copies no part of what is asked for: %s', (_, left, isRefused) => {
  const rest = {
    counts: { open: 3, closed: 2 },
    next: { open: null, closed: null },
    briefs: new Set<string>(),
    ...left,
  };
  const { markdown, notice } = exportMarkdown({ ...state, rest }, { tab: 'all', filter: 'open' }, at);
  expect(markdown === null).toBe(isRefused);
  expect(notice.includes('not all comments could be read')).toBe(isRefused);
});

it('says that it copied all pages', () => {
  expect(exportMarkdown(state, { tab: 'all', filter: 'pending' }, at).notice).toBe(
    '2 comments of all pages copied as Markdown.',
  );
});

it('copies nothing where only drafts and closed ones are, and says so', () => {
  expect(
    exportMarkdown(stateWith(one(3, 'draft'), one(4, 'resolved')), { tab: 'page', filter: 'open' }, at),
  ).toEqual({
    markdown: null,
    notice: 'There is nothing to copy on this page yet. Left out: 1 draft, 1 closed.',
  });
});
