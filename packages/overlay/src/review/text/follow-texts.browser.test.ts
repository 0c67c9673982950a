import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import type { Annotation } from '@annotate-mcp/core';

import { createOverlay, type Overlay } from '../../overlay.ts';
import { $, clickAt, drag, frames, moveTo, page, wheel } from '../../picking/testing/input.ts';

import { article, at, drawn, positionIn, select } from './testing/text-page.ts';

let overlay: Overlay;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  page(article);
  overlay = createOverlay({ hub: '/__annotate', appId: '.', review: true });
  await expect.poll(() => overlay.element.shadowRoot?.querySelector('.nga-root')).not.toBeNull();
  // Both are loaded separately; a selection before that has no effect.
  await ready();
});

afterEach(() => {
  overlay.close();
  getSelection()?.removeAllRanges();
  scrollTo(0, 0);
  page('');
});

async function ready(): Promise<void> {
  await Promise.all([import('../review.ts'), import('../../panels/panels.tsx')]);
  await frames();
}

const root = () => overlay.element.shadowRoot;
const composer = () => root()?.querySelector('[aria-label="New comment"]') ?? null;
const quote = () => composer()?.querySelector('.nga-quote')?.textContent;
const field = () => composer()?.querySelector('textarea') ?? null;
const made = () => [...overlay.state().annotations.values()];
const press = (word: string) =>
  [...(composer()?.querySelectorAll('button') ?? [])].find((one) => one.textContent.includes(word))?.click();

async function write(text: string): Promise<Annotation> {
  await expect.poll(field).not.toBeNull();
  await userEvent.click(field() ?? document.body);
  await userEvent.keyboard(text);
  press('Save');
  await expect.poll(() => made().length).toBeGreaterThan(0);
  await expect.poll(composer).toBeNull();
  const [annotation] = made();
  if (annotation === undefined) throw new Error('nothing was made');
  return annotation;
}

describe('a selection', () => {
  it.each<{ name: string; from: [string, number]; to: [string, number]; says: string }>([
    { name: 'inside of a paragraph', from: ['#a', 4], to: ['#a', 10], says: 'coffee' },
    { name: 'backwards', from: ['#a', 10], to: ['#a', 4], says: 'coffee' },
    { name: 'over an inline element', from: ['#a', 11], to: ['#a', 27], says: 'is roasted every' },
    { name: 'over two paragraphs', from: ['#a', 35], to: ['#b', 10], says: 'in a small shop.\nWe deliver' },
    { name: 'over list items', from: ['#peru', 11], to: ['#kenya', 5], says: 'Peru\nBeans' },
    { name: 'in a cell', from: ['#cell', 0], to: ['#cell', 4], says: 'Espr' },
    { name: 'over lines of code', from: ['#code', 6], to: ['#code', 27], says: "cup = fill(\n  'espres" },
  ])('$name opens the composer with what it says', async ({ from, to, says }) => {
    await select(from, to);
    await expect.poll(quote).toBe(says);
    expect(getSelection()?.toString()).not.toBe('');
    expect(root()?.activeElement).toBeNull();
  });

  it('in an open shadow root opens the composer', async () => {
    const host = document.createElement('x-card');
    const shadow = host.attachShadow({ mode: 'open' });
    shadow.innerHTML = '<p id="in">Words in a shadow root</p>';
    $('main').prepend(host);
    const text = shadow.querySelector('p')?.firstChild ?? document.body;
    await drag(positionIn(text, 0), positionIn(text, 8));
    await expect.poll(quote).toBe('Words in');
  });

  it(
    'made longer by the keyboard is what the composer is about when Shift is let go',
    { tags: 'full' },
    async () => {
      await select(['#b', 3], ['#b', 10]);
      await expect.poll(quote).toBe('deliver');
      await userEvent.keyboard('{Shift>}{ArrowRight}{ArrowRight}{ArrowRight}{/Shift}');
      await expect.poll(quote).toBe('deliver to');
    },
  );

  it('by a finger opens the composer when it rests', async () => {
    $('#b').dispatchEvent(
      new PointerEvent('pointerdown', { bubbles: true, composed: true, pointerType: 'touch' }),
    );
    const text = $('#b').firstChild ?? document.body;
    getSelection()?.setBaseAndExtent(text, 0, text, 5);
    getSelection()?.setBaseAndExtent(text, 3, text, 10);
    await expect.poll(quote).toBe('deliver');
  });

  it.each([
    { what: 'a field', selector: '#field' },
    { what: 'what is typed into', selector: '#editable' },
  ])('in $what is left alone', async ({ selector }) => {
    await userEvent.tripleClick($(selector));
    await frames(4);
    expect(composer()).toBeNull();
    await select(['#b', 3], ['#b', 10]);
    await expect.poll(quote).toBe('deliver');
  });

  it('in our own panels is left alone', async () => {
    await select(['#b', 3], ['#b', 10]);
    await expect.poll(quote).toBe('deliver');
    await userEvent.tripleClick(composer()?.querySelector('h2') ?? document.body);
    await frames(4);
    expect(quote()).toBe('deliver');
  });

  it('that was made before this part was loaded opens the composer', async () => {
    overlay.close();
    await select(['#b', 3], ['#b', 10]);
    overlay = createOverlay({ hub: '/__annotate', appId: '.', review: true });
    await expect.poll(quote).toBe('deliver');
  });

  it('can be copied while the composer is open', async () => {
    await select(['#b', 3], ['#b', 10]);
    await expect.poll(quote).toBe('deliver');
    const copied = new Promise<string>((resolve) => {
      document.addEventListener('copy', () => resolve(getSelection()?.toString() ?? ''), { once: true });
    });
    await userEvent.keyboard('{Control>}c{/Control}');
    expect(await copied).toBe('deliver');
    expect(quote()).toBe('deliver');
  });
});

describe('the composer of a selection', () => {
  it('takes what is typed although the focus is on the page', { tags: 'full' }, async () => {
    await select(['#b', 3], ['#b', 10]);
    await expect.poll(field).not.toBeNull();
    await userEvent.keyboard('Say bring');
    await expect.poll(() => field()?.value).toBe('Say bring');
  });

  it.each<{ how: string; leave: () => unknown }>([
    { how: 'scrolling', leave: () => wheel(200, 200, 300) },
    { how: 'Escape', leave: () => userEvent.keyboard('{Escape}') },
    { how: 'a click elsewhere', leave: () => clickAt(...at('h1', 1)) },
    { how: 'Cancel', leave: () => press('Cancel') },
  ])('goes away by $how while it is empty', async ({ leave }) => {
    await select(['#b', 3], ['#b', 10]);
    await expect.poll(composer).not.toBeNull();
    await leave();
    await expect.poll(composer).toBeNull();
  });

  it(
    'stays open without a text when the page is scrolled while it has the focus',
    { tags: 'full' },
    async () => {
      await select(['#b', 3], ['#b', 10]);
      await expect.poll(field).not.toBeNull();
      await userEvent.keyboard('{Tab}');
      await expect.poll(() => root()?.activeElement).toBe(field());
      await wheel(200, 200, 300);
      await expect.poll(() => scrollY).toBeGreaterThan(100);
      await frames(4);
      expect([quote(), root()?.activeElement]).toEqual(['deliver', field()]);
    },
  );

  it('stays open with its text when the page is scrolled, clicked or selected', async () => {
    await select(['#b', 3], ['#b', 10]);
    await expect.poll(field).not.toBeNull();
    await userEvent.keyboard('Say bring');
    await clickAt(...at('h1', 1));
    await select(['#a', 4], ['#a', 10]);
    await wheel(200, 200, 300);
    await expect.poll(() => scrollY).toBeGreaterThan(100);
    await frames(4);
    expect([quote(), field()?.value]).toEqual(['deliver', 'Say bring']);
  });

  it('makes a text annotation that is drawn, and nothing of the page is touched', async () => {
    const before = document.body.outerHTML;
    await select(['#a', 35], ['#b', 10]);
    const annotation = await write('Shorter');
    expect(annotation).toMatchObject({
      kind: 'text',
      status: 'pending',
      annotationText: 'Shorter',
      pageUrl: location.href,
      anchor: { quote: 'in a small shop.\nWe deliver' },
    });
    await expect.poll(() => drawn('pending').length).toBe(1);
    expect(drawn('pending')[0]).toMatch(/^in a small shop\.\s+We deliver$/);
    expect(document.body.outerHTML).toBe(before);
    expect(root()?.querySelector('.nga-badge')).toBeNull();
  });

  it('knows the line that the dev server wrote onto the element', async () => {
    $('#b').setAttribute('data-annotate-source', 'src/pages/index.astro:12:3');
    await select(['#b', 3], ['#b', 10]);
    expect(await write('Shorter')).toMatchObject({
      sourceLocation: { file: 'src/pages/index.astro', line: 12, column: 3 },
    });
  });
});

describe('a drawn text', () => {
  beforeEach(async () => {
    await select(['#b', 3], ['#b', 10]);
    await write('Shorter');
    await expect.poll(() => drawn('pending')).toEqual(['deliver']);
    getSelection()?.removeAllRanges();
  });

  it('opens its thread when it is clicked, beside it', async () => {
    await clickAt(...at('#b', 5));
    await expect.poll(() => overlay.state().mode.name).toBe('thread');
    await expect.poll(() => root()?.querySelector('.nga-thread-panel:not([data-docked])')).not.toBeNull();
    await userEvent.keyboard('{Escape}');
    await clickAt(...at('#b', 20));
    expect(overlay.state().mode.name).toBe('hidden');
  });

  it('has the cursor of what can be clicked, and the text beside it has not', async () => {
    const cursor = () => getComputedStyle($('#b')).cursor;
    await moveTo(...at('#b', 5));
    await expect.poll(cursor).toBe('pointer');
    await moveTo(...at('#b', 20));
    await expect.poll(cursor).toBe('auto');
    await moveTo(...at('#b', 5));
    await expect.poll(cursor).toBe('pointer');
  });

  it('is hidden by the setting that hides badges', { tags: 'full' }, async () => {
    overlay.close();
    localStorage.setItem('annotate:settings', '{"hideMarkers":true}');
    overlay = createOverlay({ hub: '/__annotate', appId: '.', review: true });
    await ready();
    await expect.poll(() => made().length).toBe(1);
    await frames(4);
    expect(drawn('pending')).toEqual([]);
  });

  it('is lost when its text is, and is linked again by selecting', async () => {
    $('#b').textContent = 'Something else altogether.';
    await expect.poll(() => [...overlay.state().lost]).toEqual(made().map(({ id }) => id));
    const [annotation] = made();
    const item = () => root()?.querySelector<HTMLElement>('.nga-thread-panel .nga-box--lost button');
    await userEvent.keyboard('{Alt>}{Shift>}P{/Shift}{/Alt}');
    expect(annotation?.kind).toBe('text');
    await expect.poll(() => root()?.querySelector('.nga-list')).not.toBeNull();
    await expect.poll(() => root()?.querySelector<HTMLElement>('.nga-item')).not.toBeNull();
    root()?.querySelector<HTMLElement>('.nga-item')?.click();
    await expect.poll(item).toBeTruthy();
    item()?.click();
    await expect.poll(() => overlay.state().mode.name).toBe('relink');
    await expect.poll(() => root()?.querySelector('.nga-hint')?.textContent).toContain('Select the text');
    await select(['#a', 4], ['#a', 10]);
    await expect.poll(() => overlay.state().mode.name).toBe('thread');
    await expect.poll(() => drawn('pending')).toEqual(['coffee']);
    expect(overlay.state().lost.size).toBe(0);
    expect(made()[0]).toMatchObject({ anchor: { quote: 'coffee' }, annotationText: 'Shorter' });
  });

  it('leaves with the page and comes back with it', async () => {
    const here = location.href;
    history.pushState(null, '', '/another');
    page('<main><h1>Another page</h1></main>');
    await expect.poll(() => drawn('pending')).toEqual([]);
    history.pushState(null, '', here);
    page(article);
    document.dispatchEvent(new Event('astro:page-load'));
    await expect.poll(() => drawn('pending')).toEqual(['deliver']);
    expect(overlay.element.isConnected).toBe(true);
  });

  it('is gone without a trace when the overlay closes', () => {
    overlay.close();
    expect(drawn('pending')).toEqual([]);
    expect(document.adoptedStyleSheets).toEqual([]);
  });
});

it('a click on a link in a drawn text is a click on the link', async () => {
  await select(['#linked', 0], ['#linked', 27]);
  await write('Shorter');
  await expect.poll(() => drawn('pending')).toEqual(['See the list of beans we ha']);
  getSelection()?.removeAllRanges();
  await clickAt(...at('#linked a', 5));
  await expect.poll(() => location.hash).toBe('#linked');
  expect(overlay.state().mode.name).toBe('hidden');
  history.replaceState(null, '', location.pathname + location.search);
});
