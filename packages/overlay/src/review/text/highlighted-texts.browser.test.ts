import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { describeAnchor } from '@annotate-mcp/core';
import { uuidOf } from '@annotate-mcp/core/testing';

import { page } from '../../picking/testing/input.ts';
import { MemoryStorage } from '../../testing/memory-storage.ts';

import { createHighlightedTexts, type HighlightedTexts } from './highlighted-texts.ts';
import { readPageText } from './page-text.ts';
import { openSeenPages } from './seen-pages.ts';
import { annotate, paper, textAnnotation } from './testing/text-page.ts';

const id = uuidOf(1);
let drawing = paper();
let lost: string[] = [];
let texts: HighlightedTexts;

function open(storage: Storage | null = null): HighlightedTexts {
  drawing = paper();
  lost = [];
  return createHighlightedTexts({
    pageWindow: window,
    painter: drawing,
    seenPages: openSeenPages(storage),
    onPlaced: () => undefined,
    onLost: (ids) => (lost = [...ids]),
  });
}

beforeEach(() => {
  texts = open();
});
afterEach(() => {
  texts.close();
  page('');
});

const article = `<article><h1>Coffee</h1>
<p>Our coffee is roasted every Monday in a small shop by the river.</p>
<p>We deliver to every house in town, and to the villages around it.</p>
<ul><li>Beans from Peru</li><li>Beans from Kenya</li><li>Beans from Laos</li></ul></article>`;

describe('after the page was edited', () => {
  it.each<{ name: string; quote: string; edited: string; state: string; drawn: string[]; reload?: true }>([
    {
      name: 'stays where nothing changed around it',
      quote: 'roasted every Monday',
      edited: article.replace('villages', 'hamlets'),
      state: 'placed',
      drawn: ['roasted every Monday'],
    },
    {
      name: 'moves with what was put before it',
      quote: 'roasted every Monday',
      edited: article.replace('<p>', '<p>Something new stands here, before all of it.</p><p>'),
      state: 'moved',
      drawn: ['roasted every Monday'],
    },
    {
      name: 'goes along with a moved paragraph',
      quote: 'roasted every Monday in a small shop',
      edited: article.replace(/(<p>Our.*<\/p>)\n(<p>We.*<\/p>)/, '$2\n$1'),
      state: 'moved',
      drawn: ['roasted every Monday in a small shop'],
    },
    {
      name: 'follows a changed word',
      quote: 'roasted every Monday in a small shop',
      edited: article.replace('Monday', 'Tuesday'),
      state: 'changed',
      drawn: ['roasted every Tuesday in a small shop'],
    },
    {
      name: 'follows other markup around the same words',
      quote: 'every house in town',
      edited: article.replace('every house', '<a href="#x">every <em>house</em></a>'),
      state: 'placed',
      drawn: ['every house in town'],
    },
    {
      name: 'is one of several that read alike, by what stands around it',
      quote: 'Beans from Kenya',
      edited: article.replace('<li>Beans from Peru</li>', ''),
      state: 'moved',
      drawn: ['Beans from Kenya'],
    },
    {
      name: 'is gone with its item, and not on the next one',
      quote: 'Beans from Kenya',
      edited: article.replace('<li>Beans from Kenya</li>', ''),
      state: 'orphaned',
      drawn: [],
    },
    {
      name: 'is gone with its paragraph',
      quote: 'We deliver to every house in town',
      edited: article.replace(/<p>We.*<\/p>/, ''),
      state: 'orphaned',
      drawn: [],
    },
    {
      name: 'is not gone in a closed tab',
      quote: 'every house in town',
      edited: article.replace('<p>We', '<p hidden>We'),
      state: 'placed',
      drawn: ['every house in town'],
    },
  ])('$name', ({ quote, edited, state, drawn }) => {
    for (const reload of [false, true]) {
      const storage = new MemoryStorage();
      texts = open(storage);
      page(article);
      const annotation = annotate(quote);
      texts.show([annotation]);
      expect(drawing.drawn()).toEqual([quote]);
      if (reload) {
        texts.close();
        texts = open(storage);
      }
      page(edited);
      if (reload) texts.show([annotation]);
      else texts.refresh();
      expect([reload, texts.stateOf(id), drawing.drawn()]).toEqual([reload, state, drawn]);
      texts.close();
    }
  });

  it('looks again by itself, and says what is lost only after a while', async () => {
    page(article);
    texts.show([annotate('roasted every Monday')]);
    document.querySelector('p')?.remove();
    await expect.poll(() => drawing.drawn()).toEqual([]);
    expect(lost).toEqual([]);
    await expect.poll(() => lost).toEqual([id]);
    page(article);
    await expect.poll(() => drawing.drawn()).toEqual(['roasted every Monday']);
    expect(lost).toEqual([]);
  });

  it('is drawn again in the nodes of a new body', async () => {
    page(article);
    texts.show([annotate('roasted every Monday')]);
    const body = document.createElement('body');
    body.innerHTML = article;
    document.body.replaceWith(body);
    await expect.poll(() => drawing.drawn()).toEqual(['roasted every Monday']);
  });
});

describe('what the agent says that it became', () => {
  it('is followed, however different it is', () => {
    page(article);
    const annotation = annotate('roasted every Monday');
    texts.show([annotation]);
    page(article.replace('roasted every Monday', 'always fresh'));
    texts.show([{ ...annotation, replacementText: 'always fresh' }]);
    expect([texts.stateOf(id), drawing.drawn()]).toEqual(['changed', ['always fresh']]);
  });

  it('waits where the text was until the page shows it', () => {
    page(article);
    const annotation = { ...annotate('roasted every Monday'), replacementText: 'always fresh' };
    texts.show([annotation]);
    expect(drawing.drawn()).toEqual(['roasted every Monday']);
  });

  it('is not taken for the same words elsewhere', () => {
    page(article);
    const annotation = { ...annotate('villages'), replacementText: 'Beans' };
    page(article.replace(', and to the villages around it', ''));
    texts.show([annotation]);
    expect([texts.stateOf(id), drawing.drawn()]).toEqual(['orphaned', []]);
  });
});

describe('what an agent reworded without saying so', () => {
  const quote = 'roasted every Monday in a small shop';
  const words = 'always fresh';
  const resolved = (annotation: ReturnType<typeof annotate>) =>
    ({ ...annotation, status: 'resolved' }) as const;

  it.each(['in the open page', 'after a reload', 'in a tab that never saw the old words'])(
    'is followed to the new words %s, once it is resolved',
    async (where) => {
      const storage = new MemoryStorage();
      texts = open(storage);
      page(article);
      const annotation = annotate(quote);
      texts.show([annotation]);
      if (where !== 'in the open page') {
        texts.close();
        texts = open(where === 'after a reload' ? storage : null);
      }
      page(article.replace(quote, words));
      texts.show([annotation]);
      expect([texts.stateOf(id), drawing.drawn()]).toEqual(['orphaned', []]);
      texts.show([resolved(annotation)]);
      expect([texts.stateOf(id), drawing.drawn()]).toEqual(['reworded', [words]]);
      await expect.poll(() => lost).toEqual([]);
    },
  );

  it('is followed again when the page is put back, and when it changes once more', () => {
    page(article);
    const annotation = resolved(annotate(quote));
    texts.show([annotation]);
    for (const now of [words, quote, `${words} from the river`]) {
      page(article.replace(quote, now));
      texts.refresh();
      expect(drawing.drawn()).toEqual([now]);
    }
  });

  it('is nowhere when the agent deleted it', () => {
    page(article);
    const annotation = annotate('Beans from Kenya');
    texts.show([annotation]);
    page(article.replace('<li>Beans from Kenya</li>', ''));
    texts.show([resolved(annotation)]);
    expect([texts.stateOf(id), drawing.drawn()]).toEqual(['orphaned', []]);
  });
});

describe('an anchor that makes no sense', () => {
  const good = uuidOf(99);
  it.each<{ name: string; anchor: object }>([
    { name: 'an empty quote', anchor: { quote: '', contextBefore: '', contextAfter: '', start: 0, end: 0 } },
    {
      name: 'offsets beyond the page',
      anchor: { quote: 'zzz', contextBefore: '', contextAfter: '', start: 1e9, end: 2e9 },
    },
    {
      name: 'offsets that are no numbers',
      anchor: { quote: 'zzz', contextBefore: '', contextAfter: '', start: NaN, end: -4 },
    },
    { name: 'nothing at all', anchor: {} },
    {
      name: 'half a character',
      anchor: { quote: '\ud83d', contextBefore: '\udc00', contextAfter: '', start: 3, end: 4 },
    },
  ])('$name is lost, and the others are drawn', async ({ anchor }) => {
    page(article);
    const bad = textAnnotation(anchor as never);
    texts.show([bad, annotate('every house', { id: good }), { ...bad, id: uuidOf(3) }]);
    expect(drawing.drawn(good)).toEqual(['every house']);
    expect(drawing.drawn()).toEqual([]);
    await expect.poll(() => lost).toEqual([id, uuidOf(3)]);
  });
});

describe('500 of them on a long page', () => {
  const paragraphs = Array.from(
    { length: 1_000 },
    (_, n) =>
      `<section><h2>Chapter ${n}</h2><p>In chapter ${n} the <b>hero</b> of story ${n * 7} walks ${n * 13} miles to the river and back again, <i>slowly</i>.</p></section>`,
  );
  const quoted = () => {
    const { text } = readPageText(document);
    return Array.from({ length: 500 }, (_, n) => {
      const start = text.indexOf(`story ${n * 14} walks`);
      return textAnnotation(describeAnchor(text, start, start + 20), uuidOf(n + 1));
    });
  };
  const drawn = () => drawing.list.filter(({ ranges }) => ranges.length > 0).length;

  it('are all there at first, after a change elsewhere, and after one before all of them', () => {
    page(`<main>${paragraphs.join('')}</main>`);
    texts.show(quoted());
    expect(drawn()).toBe(500);
    texts.refresh();
    expect(drawn()).toBe(500);
    document.querySelector('main')?.prepend('Something new, before all of it. ');
    texts.refresh();
    expect(drawn()).toBe(500);
  });
});
