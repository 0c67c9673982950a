/** Twenty edits of one page, each judged: what changed at the target, and what else. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import {
  type Annotation,
  compareRecords,
  type Comparison,
  describeChange,
  type ProofRecord,
} from '@annotate-mcp/core';
import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { catchInPage } from '../picking/catch-in-page.ts';

import { takeRecord } from './take-record.ts';

const html = `
<style>
  body { margin: 0; font: 16px/20px Arial; }
  nav { display: flex; gap: 8px; padding: 10px; }
  nav .end { margin-left: auto; }
  .cards { display: grid; grid-template-columns: 1fr 1fr; gap: 12px; }
  .card { padding: 12px; border: 1px solid #ccc; }
  .card:hover { background: gold; }
  h2 { margin: 0 0 8px; font-size: 20px; }
  button { padding: 4px 12px; }
  footer { margin-top: 20px; color: #555; }
</style>
<nav><a href="/">Shop</a><a id="about" href="/about">About</a><button class="end">Log in</button></nav>
<main>
  <h1>Offers</h1>
  <div class="cards">
    <article class="card" id="tea"><h2>Tea</h2><p>Green leaves</p><button aria-label="Buy tea">Buy</button></article>
    <article class="card" id="target"><h2>Coffee</h2><p>Roasted beans</p><button aria-label="Buy coffee">Buy</button></article>
    <article class="card" id="water"><h2>Water</h2><p>From the tap</p><button aria-label="Buy water">Buy</button></article>
  </div>
</main>
<footer>Imprint</footer>`;

let page: HTMLElement;
let overlay: HTMLElement;

beforeEach(() => {
  page = document.createElement('div');
  page.innerHTML = html;
  overlay = document.createElement('nga-overlay');
  overlay.attachShadow({ mode: 'open' });
  document.body.append(page, overlay);
});

afterEach(() => {
  page.remove();
  overlay.remove();
});

function $(selector: string): HTMLElement {
  const found = page.querySelector<HTMLElement>(selector);
  if (found === null) throw new Error(`There is no ${selector}.`);
  return found;
}

async function record(): Promise<ProofRecord> {
  const annotation: Annotation = sampleAnnotation({ kind: 'element' });
  const root = overlay.shadowRoot;
  if (root === null) throw new Error('There is no shadow root.');
  const deps = {
    inspection: noInspection,
    config: { hub: '/__annotate', appId: '.' },
    consoleTail: { rawLines: () => [] },
    trials: { open: null, sent: new Map() },
    root,
  };
  return (await takeRecord(annotation, { elementOf: () => page.querySelector('#target') }, deps)).record;
}

async function judge(edit: () => void): Promise<Comparison> {
  const before = await record();
  edit();
  return compareRecords(before, await record());
}

function addStyle(css: string): HTMLStyleElement {
  const style = document.createElement('style');
  style.textContent = css;
  page.append(style);
  return style;
}

const refuse = () => Promise.reject(new Error('There is no component.'));
const noInspection = { ancestry: refuse, describe: refuse, locate: refuse };

const none = { count: 0 };

describe('an edit of the target', () => {
  it.each<[string, () => void, object]>([
    [
      'text',
      () => void ($('#target h2').textContent = 'Espresso'),
      { changes: [{ what: 'text', before: 'Coffee', after: 'Espresso' }], outside: none },
    ],
    [
      'colour',
      () => addStyle('#target h2 { color: red }'),
      {
        changes: [{ what: 'style', name: 'color', before: 'rgb(0, 0, 0)', after: 'rgb(255, 0, 0)' }],
        outside: none,
      },
    ],
    [
      'spacing',
      () => addStyle('#target { padding: 16px }'),
      { changes: [{ what: 'style', name: 'padding', before: '12px', after: '16px' }, {}], outside: none },
    ],
    [
      'one side of the spacing',
      () => addStyle('#target { padding-left: 16px }'),
      { changes: [{ what: 'style', name: 'padding-left', before: '12px', after: '16px' }], outside: none },
    ],
    [
      'size of a text, which pushes what is below',
      () => addStyle('#target h2 { font-size: 60px; line-height: 60px }'),
      { changes: [{ name: 'font-size' }, { name: 'line-height' }, { what: 'box' }], outside: none },
    ],
    [
      'attribute',
      () => $('#target button').setAttribute('aria-label', 'Buy beans'),
      { changes: [{ what: 'attribute', name: 'aria-label' }], outside: none },
    ],
    [
      'order among its siblings',
      () => $('.cards').prepend($('#target')),
      { changes: [{ what: 'moved', before: '2 of 3', after: '1 of 3' }], outside: none },
    ],
    [
      'order of its contents',
      () => $('#target').prepend($('#target button')),
      { changes: [{ what: 'moved' }], outside: none },
    ],
    [
      'an element removed from it',
      () => $('#target p').remove(),
      { changes: [{ what: 'removed', on: 'p "Roasted beans"' }], outside: none },
    ],
    [
      'an element added to it',
      () => $('#target').append(document.createElement('hr')),
      { changes: [{ what: 'added', on: 'hr' }], outside: none },
    ],
    [
      'another tag',
      () => {
        const heading = document.createElement('h3');
        heading.textContent = 'Coffee';
        heading.style.cssText = 'margin: 0 0 8px; font-size: 20px';
        $('#target h2').replaceWith(heading);
      },
      { changes: [{ what: 'text', name: 'tag', before: 'h2', after: 'h3' }], outside: none },
    ],
    [
      'place, by what is around it',
      () => addStyle('.cards { column-gap: 100px }'),
      { changes: [{ what: 'box', name: 'width' }, { what: 'moved' }], outside: { count: 1 } },
    ],
  ])('is judged right: %s', async (_, edit, expected) => {
    const { verdict, changes, outside } = await judge(edit);
    expect({ verdict, changes: changes.slice(0, listed(expected)), outside }).toMatchObject({
      verdict: 'changed',
      ...expected,
    });
  });

  it('that removes it is called gone', async () => {
    expect(await judge(() => $('#target').remove())).toMatchObject({
      verdict: 'gone',
      changes: [{ what: 'removed' }],
      outside: none,
    });
  });

  it('that also changes something else tells both', async () => {
    const result = await judge(() => {
      addStyle('button { border-radius: 9px }');
      $('#target h2').textContent = 'Espresso';
    });
    expect(result).toMatchObject({ verdict: 'changed', outside: { count: 3 } });
    expect(result.outside.examples.map(({ what }) => what)).toEqual(['style', 'style', 'style']);
    const [path = ''] = result.outside.examples.map((example) => example.path);
    expect(document.querySelector(path)?.textContent).toBe('Log in');
  });
});

describe('an edit of what does not apply now', () => {
  const after = (css: string, next: string) => {
    const style = addStyle(css);
    return () => void (style.textContent = next);
  };
  it.each<[string, string, string, string]>([
    [
      'under the pointer',
      '#target h2:hover { color: green }',
      '#target h2:hover { color: blue }',
      '#target h2:hover: color green → blue',
    ],
    [
      'under the pointer, as it is nested',
      '.card { & h2 { &:hover { color: green } } }',
      '.card { & h2 { &:hover { color: blue } } }',
      '.card h2:hover: color green → blue',
    ],
    [
      'in the dark',
      '@media (prefers-color-scheme: dark) { .card { color: green } }',
      '@media (prefers-color-scheme: dark) { .card { color: blue } }',
      '@media (prefers-color-scheme: dark) .card: color green → blue',
    ],
    [
      'in the dark, by a class',
      '.dark .card { color: green }',
      '.dark .card { color: blue }',
      '.dark .card: color green → blue',
    ],
    [
      'in the dark, by a token',
      ':root { --ink: black } @media (prefers-color-scheme: dark) { :root { --ink: green } } .card { color: var(--ink) }',
      ':root { --ink: black } @media (prefers-color-scheme: dark) { :root { --ink: blue } } .card { color: var(--ink) }',
      '@media (prefers-color-scheme: dark) :root: --ink green → blue',
    ],
    [
      'in the dark, as Lightning CSS compiles it',
      ':root { --lightningcss-light: initial; --lightningcss-dark: ; --ink: var(--lightningcss-light,#000)var(--lightningcss-dark,#0f0) } .card { color: var(--ink) }',
      ':root { --lightningcss-light: initial; --lightningcss-dark: ; --ink: var(--lightningcss-light,#000)var(--lightningcss-dark,rgb(0 0 9)) } .card { color: var(--ink) }',
      ':root: --ink light-dark(#000, #0f0) → light-dark(#000, rgb(0 0 9))',
    ],
    [
      'in print',
      '@media print { .card { color: green } }',
      '@media print { .card { color: blue } }',
      '@media print .card: color green → blue',
    ],
    [
      'at another width',
      '@layer page { @media (max-width: 10px) { .card { color: green } } }',
      '@layer page { @media (max-width: 10px) { .card { color: blue } } }',
      '@media (max-width: 10px) .card: color green → blue',
    ],
    [
      'in an animation',
      '@keyframes turn { to { rotate: 1turn } } #target p { animation: turn 9s infinite linear }',
      '@keyframes turn { to { rotate: 2turn } } #target p { animation: turn 9s infinite linear }',
      '@keyframes turn: 100% rotate 1turn → 2turn',
    ],
    [
      'how long an animation takes',
      '@keyframes turn { to { rotate: 1turn } } #target p { animation: turn 9s infinite linear }',
      '@keyframes turn { to { rotate: 1turn } } #target p { animation: turn 8s infinite linear }',
      '#target p: animation 9s linear 0s infinite normal none running turn → 8s linear 0s infinite normal none running turn',
    ],
    [
      'of a field',
      'p::selection { color: green }',
      'p::selection { color: blue }',
      'p::selection: color green → blue',
    ],
  ])('is told: %s', async (_, before, next, line) => {
    const { verdict, changes, outside } = await judge(after(before, next));
    expect([verdict, ...changes.map(describeChange)]).toEqual(['inactive', line]);
    expect(outside).toMatchObject(none);
  });

  it('is none when the rule is for something else, or overridden', async () => {
    expect((await judge(after('h1:hover { color: green }', 'h1:hover { color: blue }'))).verdict).toBe(
      'unchanged',
    );
    const result = await judge(
      after('p { color: green } #target p { color: red }', 'p { color: blue } #target p { color: red }'),
    );
    expect([result.verdict, ...result.changes.map(describeChange)]).toEqual([
      'unchanged',
      'p: color green → blue',
    ]);
  });

  it('is told in a style sheet among very many rules, within a moment', async () => {
    const many = Array.from(
      { length: 8_000 },
      (_, at) => `.u${at}:hover { color: rgb(${at % 250} 0 0) }`,
    ).join('\n');
    const edit = after(`${many} .card:hover { color: green }`, `${many} .card:hover { color: blue }`);
    expect((await judge(edit)).changes.map(describeChange)).toEqual(['.card:hover: color green → blue']);
  });
});

describe('an edit of what a style sheet generates', () => {
  it.each<[string, string, string, string]>([
    [
      'its content',
      '#target::before { content: "→" }',
      '#target::before { content: "»" }',
      '::before: content → → »',
    ],
    [
      'its style',
      '#target h2::after { content: "!"; color: green }',
      '#target h2::after { content: "!"; color: blue }',
      'h2 "Coffee"::after: color rgb(0, 128, 0) → rgb(0, 0, 255)',
    ],
    ['all of it', '', '#target h2::after { content: "!" }', 'h2 "Coffee"::after added'],
  ])('is told by name: %s', async (_, before, next, line) => {
    const style = addStyle(before);
    const { verdict, changes } = await judge(() => void (style.textContent = next));
    expect([verdict, ...changes.map(describeChange)].slice(0, 2)).toEqual(['changed', line]);
  });
});

it('tells what changed at an element that is animated', async () => {
  addStyle('@keyframes turn { to { rotate: 1turn } } #target { animation: turn 9s infinite linear }');
  expect((await judge(() => undefined)).verdict).toBe('unchanged');
  const { verdict, changes } = await judge(() => {
    $('#target h2').textContent = 'Espresso';
    addStyle('#target { color: red }');
  });
  expect([verdict, ...changes.map(describeChange)]).toEqual([
    'changed',
    'h2 "Espresso": text “Coffee” → “Espresso”',
    'color rgb(0, 0, 0) → rgb(255, 0, 0)',
  ]);
});

describe('an edit of something else', () => {
  it.each<[string, () => void, object]>([
    ['nothing', () => undefined, { count: 0, pushed: 0 }],
    ['a class that does nothing', () => $('#target').classList.add('highlight'), { count: 0, pushed: 0 }],
    [
      'the wrong card',
      () => void ($('#tea h2').textContent = 'Espresso'),
      { count: 1, examples: [{ name: 'h2 "Espresso"', what: 'text' }] },
    ],
    [
      'a larger heading, which pushes the target',
      () => addStyle('h1 { padding-top: 40px }'),
      { count: 1, examples: [{ name: 'h1 "Offers"', what: 'style' }] },
    ],
    [
      'a longer link, which makes the space before the button smaller',
      () => void ($('#about').textContent = 'About the shop'),
      { count: 1, examples: [{ what: 'text' }] },
    ],
    ['the footer removed', () => $('footer').remove(), { count: 1, examples: [{ what: 'removed' }] }],
    [
      'a banner added above everything',
      () => {
        const banner = document.createElement('p');
        banner.textContent = 'Sale';
        page.prepend(banner);
      },
      { count: 1, examples: [{ name: 'p "Sale"', what: 'added' }] },
    ],
  ])('leaves the target unchanged: %s', async (_, edit, outside) => {
    expect(await judge(edit)).toMatchObject({ verdict: 'unchanged', changes: [], outside });
  });
});

it('leaves out what the pointer on the target changes, and tells by the rules that nothing has', async () => {
  await userEvent.hover($('#target p'));
  const hovered = await record();
  await userEvent.hover($('h1'));
  const same = compareRecords(hovered, await record());
  expect(same).toMatchObject({ verdict: 'unchanged', changes: [], outside: { count: 0, pushed: 0 } });
  $('#target h2').textContent = 'Espresso';
  const changed = compareRecords(hovered, await record());
  expect(changed).toMatchObject({ verdict: 'changed', changes: [{ what: 'text' }] });
});

it('leaves out the crosshair that it shows while a person points at the next element', async () => {
  const stop = catchInPage(overlay, () => undefined);
  const pointing = await record();
  stop();
  const result = compareRecords(pointing, await record());
  expect(result).toMatchObject({ verdict: 'unchanged', changes: [], outside: none });
  addStyle('#target:hover { color: red }');
  expect(compareRecords(pointing, await record())).toMatchObject({ verdict: 'inactive', changes: [{}] });
});

it('leaves out what comes under the pointer while the page is being read', async () => {
  // So many elements that the page is read in several parts. The browser finds out what is under the pointer between them.
  $('nav').prepend(...Array.from({ length: 1_500 }, () => document.createElement('i')));
  await userEvent.hover($('footer'));
  const before = await record();
  await userEvent.hover($('#tea p'));
  page.remove();
  document.body.prepend(page);
  expect($('#tea').matches(':hover')).toBe(false);
  const after = await record();
  expect($('#tea').matches(':hover')).toBe(true);
  expect(compareRecords(before, after).outside).toMatchObject(none);
});

it('does not take scrolling, a running animation or a private text for a change', async () => {
  addStyle(
    `@keyframes spin { to { rotate: 360deg } } footer { animation: spin 5s infinite linear } body { height: 3000px } nav { position: fixed; top: 0 }`,
  );
  $('h1').setAttribute('data-private', '');
  const result = await judge(() => {
    scrollTo(0, 50);
    $('h1').textContent = 'Secret';
  });
  scrollTo(0, 0);
  expect(result).toMatchObject({ verdict: 'unchanged', outside: { count: 0, pushed: 0 } });
});

function listed(expected: object): number {
  return 'changes' in expected && Array.isArray(expected.changes) ? expected.changes.length : 0;
}
