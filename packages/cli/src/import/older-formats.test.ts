import { describe, expect, it } from 'vitest';

import { locateAnchor } from '@annotate-mcp/core';

import { readImport } from './read-import.ts';
import { inlineReviewText, ngAnnotateText } from './testing/older-files.ts';

type Edit = (file: { annotations: Record<string, unknown>[]; pageNotes: unknown }) => void;

function reviewWith(edit: Edit): string {
  const file = JSON.parse(inlineReviewText) as Parameters<Edit>[0];
  edit(file);
  return JSON.stringify(file);
}

describe('inline-review.json', () => {
  const content = readImport(inlineReviewText, { app: 'site' });
  const [text, element, untyped, note] = content?.annotations ?? [];

  it('is read without a problem', () => {
    expect(content).toMatchObject({ format: 'inline-review', problems: [] });
    expect(content?.annotations.map(({ kind }) => kind)).toEqual(['text', 'element', 'text', 'page']);
  });

  it('keeps text, page, quote, status, replies and times of a text annotation', () => {
    expect(text).toEqual({
      id: '5c0d6f3e-58a1-4f0c-9d53-1f6a0a3f1b01',
      kind: 'text',
      appId: 'site',
      authorId: 'imported',
      pageUrl: '/pricing',
      pageTitle: 'Pricing',
      annotationText: 'Say per month, not monthly.',
      createdAt: '2026-02-28T09:15:00.000Z',
      updatedAt: '2026-02-28T09:40:12.000Z',
      status: 'resolved',
      resolvedAt: '2026-02-28T09:40:12.000Z',
      selector: 'html:nth-of-type(1) > body:nth-of-type(1) > main:nth-of-type(1) > p:nth-of-type(2)',
      replacementText: 'billed per month',
      anchor: {
        quote: 'billed monthly',
        contextBefore: 'The Pro plan is 9 ',
        contextAfter: ', cancel at any time.',
        start: 0,
        end: 14,
      },
      replies: [
        {
          id: '5c0d6f3e-58a1-4f0c-9d53-1f6a0a3f1b01-reply-1',
          createdAt: '2026-02-28T09:20:00.000Z',
          author: 'agent',
          message: 'For every plan?',
        },
        {
          id: '5c0d6f3e-58a1-4f0c-9d53-1f6a0a3f1b01-reply-2',
          createdAt: '2026-02-28T09:30:00.000Z',
          author: 'user',
          message: 'Only Pro.',
        },
        {
          id: '5c0d6f3e-58a1-4f0c-9d53-1f6a0a3f1b01-reply-3',
          createdAt: '2026-02-28T09:40:12.000Z',
          author: 'agent',
          message: 'Changed.',
        },
      ],
    });
  });

  it('has a quote that is found by its context among the same words', () => {
    const page = 'Free is billed monthly.\n\nThe Pro plan is 9 billed monthly, cancel at any time.\n';
    if (text?.kind !== 'text') throw new Error('The first annotation is on a text.');
    expect(locateAnchor(text.anchor, page)).toMatchObject({ state: 'placed', start: 43 });
  });

  it('keeps selector and HTML of an element, and gives back to agents what one had begun', () => {
    expect(element).toMatchObject({
      selector: '#buy',
      description: 'button#buy (type=submit)',
      domSnapshot: '<button id="buy" type="submit">Buy now!!!</button>',
      status: 'pending',
      replies: [],
    });
  });

  it('of the first releases has neither type nor status', () => {
    expect(untyped).toMatchObject({ kind: 'text', status: 'pending', anchor: { quote: 'since 2019' } });
  });

  it('has notes on pages', () => {
    expect(note).toMatchObject({
      pageUrl: '/about',
      annotationText: 'A picture of the team is missing.',
      updatedAt: '2026-02-28T11:10:00.000Z',
    });
  });

  it.each([
    { name: 'resolved', fields: { status: 'resolved' }, status: 'resolved' },
    { name: 'open', fields: { status: 'open' }, status: 'pending' },
    {
      name: 'of no status but resolved at a time',
      fields: { status: undefined, resolvedAt: '2026-01-01T00:00:00.000Z' },
      status: 'resolved',
    },
  ])('that is $name becomes $status', ({ fields, status }) => {
    const changed = reviewWith(({ annotations }) => Object.assign(annotations[1] ?? {}, fields));
    expect(readImport(changed)?.annotations[1]?.status).toBe(status);
  });

  const first = 'annotations[0] (5c0d6f3e-58a1-4f0c-9d53-1f6a0a3f1b01)';
  it.each<{ name: string; edit: Edit; place: string; message: RegExp }>([
    {
      name: 'no note',
      edit: ({ annotations }) => delete annotations[0]?.note,
      place: first,
      message: /^note is missing$/,
    },
    {
      name: 'another status',
      edit: ({ annotations }) => Object.assign(annotations[0] ?? {}, { status: 'done' }),
      place: first,
      message: /^status is "done", which is none of open, in_progress, addressed, resolved$/,
    },
    {
      name: 'another type',
      edit: ({ annotations }) => Object.assign(annotations[0] ?? {}, { type: 'video' }),
      place: first,
      message: /^type is "video", which is none of text, element$/,
    },
    {
      name: 'an address that runs a script',
      edit: ({ annotations }) => Object.assign(annotations[0] ?? {}, { pageUrl: 'javascript:alert(1)' }),
      place: first,
      message: /^pageUrl: must be an http/,
    },
    {
      name: 'a reply without a time',
      edit: ({ annotations }) => Object.assign(annotations[0] ?? {}, { replies: [{ message: 'x' }] }),
      place: first,
      message: /^replies\.0\.createdAt is missing$/,
    },
    {
      name: 'an element that nothing finds',
      edit: ({ annotations }) =>
        Object.assign(annotations[1] ?? {}, { elementSelector: { cssSelector: '' } }),
      place: 'annotations[1] (5c0d6f3e-58a1-4f0c-9d53-1f6a0a3f1b02)',
      message: /^elementSelector\.cssSelector is empty/,
    },
    {
      name: 'an entry that is none',
      edit: ({ annotations }) => void annotations.splice(0, 3, 3 as never),
      place: 'annotations[0]',
      message: /object/,
    },
    {
      name: 'page notes that are no list',
      edit: (file) => Object.assign(file, { pageNotes: {} }),
      place: 'pageNotes',
      message: /^is not a list$/,
    },
  ])('with $name is refused by place, in its own words', ({ edit, place, message }) => {
    expect(readImport(reviewWith(edit))?.problems).toEqual([
      { place, message: expect.stringMatching(message) as unknown },
    ]);
  });
});

describe('.ng-annotate/store.json', () => {
  const [resolved, proposed] = readImport(ngAnnotateText)?.annotations ?? [];

  it('keeps what it has', () => {
    const { annotations } = JSON.parse(ngAnnotateText) as { annotations: Record<string, object> };
    expect(resolved).toEqual({
      ...Object.values(annotations)[0],
      kind: 'component',
      appId: '.',
      authorId: 'imported',
      pageTitle: '',
      pageUrl: 'http://localhost:4200',
      updatedAt: '2026-02-27T08:05:00.000Z',
    });
  });

  it('keeps a proposed change as a reply, and gives the annotation back to agents', () => {
    expect(proposed).toMatchObject({
      status: 'pending',
      replies: [{ author: 'agent', message: 'I proposed this change:\n\n```diff\n-<h2>\n+<h3>\n```' }],
    });
    expect(proposed).not.toHaveProperty('diff');
  });

  it('has paths that start at the app', () => {
    const inApp = readImport(ngAnnotateText, { app: 'apps/web' })?.annotations ?? [];
    expect(inApp).toMatchObject([
      {
        appId: 'apps/web',
        componentFilePath: 'apps/web/src/app/card/card.ts',
        templateFilePath: 'apps/web/src/app/card/card.html',
      },
      { appId: 'apps/web', componentFilePath: '(unresolved: ListComponent)' },
    ]);
  });

  it('has the root as the page where its client was no browser', () => {
    const text = ngAnnotateText.replace('"http://localhost:4200"', '""');
    expect(readImport(text)?.annotations[0]).toMatchObject({ pageUrl: '/' });
  });
});
