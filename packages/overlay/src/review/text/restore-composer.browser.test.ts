import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import { createOverlay, type Overlay } from '../../overlay.ts';
import { $, frames, page } from '../../picking/testing/input.ts';

import { select } from './testing/text-page.ts';

const article =
  '<main style="margin:40px"><h1>Coffee</h1><p id="b">We deliver to every house in town.</p></main>';
const storedSelection = () => sessionStorage.getItem('annotate:writing');

let overlay: Overlay;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  page(article);
  await start();
  await select(['#b', 3], ['#b', 10]);
  await expect.poll(field).not.toBeNull();
  await userEvent.keyboard('Say bring');
  await expect.poll(() => field()?.value).toBe('Say bring');
});

afterEach(() => {
  overlay.close();
  getSelection()?.removeAllRanges();
  page('');
});

async function start(): Promise<void> {
  overlay = createOverlay({ hub: '/__annotate', appId: '.', review: true });
  await Promise.all([import('../review.ts'), import('../../panels/panels.tsx')]);
  await frames();
}

/** As a reload: nothing is left but what is stored. */
async function reload(html = article): Promise<void> {
  overlay.close();
  page(html);
  await start();
}

const composer = () => overlay.element.shadowRoot?.querySelector('[data-nga="composer"]') ?? null;
const field = () => composer()?.querySelector('textarea') ?? null;
const marked = () => [...(CSS.highlights.get('nga-marked') ?? [])].map(String);

it('goes on after a reload, at its text, which may have moved', async () => {
  await reload(article.replace('<p', '<p>A new first paragraph.</p><p'));
  await expect.poll(() => field()?.value).toBe('Say bring');
  await expect.poll(marked).toEqual(['deliver']);
  expect(overlay.element.shadowRoot?.activeElement).toBeNull();
});

it('knows the line of its text in the source that made the page load again', async () => {
  await reload(article.replace('<p', '<p data-annotate-source="src/pages/index.md:9:1"'));
  await expect.poll(composer).not.toBeNull();
  expect(composer()?.textContent).toContain('index.md:9');
});

it('goes on after a reload although the text is gone', async () => {
  await reload('<main><p>Something else altogether.</p></main>');
  await expect.poll(() => field()?.value).toBe('Say bring');
  expect(composer()?.querySelector('.nga-quote')?.textContent).toBe('deliver');
  expect(marked()).toEqual([]);
});

it('does not come back once it was closed; the text does when the same is selected', async () => {
  await userEvent.keyboard('{Escape}');
  await expect.poll(composer).toBeNull();
  expect(storedSelection()).toBeNull();
  await reload();
  await frames(4);
  expect(composer()).toBeNull();
  getSelection()?.removeAllRanges();
  await select(['#b', 3], ['#b', 10]);
  await expect.poll(() => field()?.value).toBe('Say bring');
});

it('does not come up on another page', async () => {
  const here = location.href;
  overlay.close();
  history.replaceState(null, '', '/another');
  await start();
  await expect.poll(storedSelection).toBeNull();
  expect(overlay.state().mode.name).toBe('hidden');
  history.replaceState(null, '', here);
});

async function startWithStored(value: string): Promise<void> {
  overlay.close();
  sessionStorage.setItem('annotate:writing', value);
  await start();
  $('#b').scrollIntoView();
  getSelection()?.removeAllRanges();
  await select(['#b', 14], ['#b', 19]);
  await expect.poll(() => composer()?.querySelector('.nga-quote')?.textContent).toBe('every');
}

it('no JSON in the storage stops nothing', () => startWithStored('{'));

it.each([
  { what: 'something else', value: '[1]' },
  { what: 'an anchor without a quote', value: '{"pageUrl":"/","pageTitle":"","anchor":{"start":1,"end":2}}' },
])('$what in the storage stops nothing', { tags: ['full'] }, ({ value }) => startWithStored(value));
