import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type Annotation, describeWish, type Status } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { $, page } from '../picking/testing/input.ts';
import { createOverlayState, type OverlayStateContainer } from '../state/container.ts';
import { initialState } from '../state/reducer.ts';

import { Trial } from './trial.ts';
import type { Trials } from './trials.ts';

const css = `
  :root { --space-3: 12px; --space-4: 1rem; --radius-4: 16px; --brand: #3b82f6; --ink-strong: rgb(0 0 255); --ratio: 50%; }
  .wide { --space-4: 20px; }
  #card { display: flex; gap: 8px; margin: 4px; padding: var(--space-3); border-radius: 2px; font-size: 14px; color: rgb(59, 130, 246); }
`;

let host: HTMLElement;
let root: ShadowRoot;
let trials: Trials;

beforeEach(() => {
  host = document.createElement('nga-overlay');
  root = host.attachShadow({ mode: 'open' });
  document.documentElement.append(host);
  trials = { open: null, sent: new Map() };
});

afterEach(() => {
  trials.open?.revert();
  for (const trial of trials.sent.values()) trial.revert();
  host.remove();
  page('');
});

function tryOn(html = '<div id="card">Sign in</div>'): Trial {
  page(`<style>${css}</style>${html}`);
  return new Trial($('#card'), trials, root);
}

/** The parts are those of the whole style unless named. */
function set(trial: Trial, name: string, value: string, parts?: readonly string[]): boolean {
  const group = trial.groups.find((one) => one.name === name);
  if (group === undefined) throw new Error(`${name} cannot be tried here.`);
  return trial.set(group, parts ?? group.parts, value);
}

const words = (trial: Trial) => trial.wishes().map(describeWish);

describe('a style that is tried', () => {
  it.each([
    ['padding', '16', 'padding 12px → 16px (--space-3 → --space-4, which exists)'],
    ['margin', 'auto', 'margin 4px → auto'],
    ['gap', '12px', 'gap 8px → 12px (no token → --space-3, which exists)'],
    ['font-size', '1.5rem', 'font-size 14px → 1.5rem'],
    ['color', 'blue', 'color #3b82f6 → #0000ff (--brand → --ink-strong, which exists)'],
    [
      'background-color',
      '#3b82f6',
      'background-color transparent → #3b82f6 (no token → --brand, which exists)',
    ],
    ['border-radius', '16px', 'border-radius 2px → 16px (no token → --radius-4, which exists)'],
  ])('shows at once, is told and taken back: %s', (name, value, told) => {
    const trial = tryOn();
    const before = $('#card').outerHTML;
    expect(set(trial, name, value)).toBe(true);
    expect($('#card').style.cssText).toContain('!important');
    expect(words(trial)).toEqual([told]);
    for (const wish of trial.wishes()) trial.undo(wish);
    expect(trial.wishes()).toEqual([]);
    expect($('#card').outerHTML).toBe(before);
  });

  it('waits while the page is looked at without it, and what is sent waits for it', async () => {
    const trial = tryOn();
    const restore = trial.lift();
    set(trial, 'padding', '40px');
    trial.setText('Log in');
    expect($('#card').outerHTML).toBe('<div id="card">Sign in</div>');
    const told = trial.settled()?.then(() => words(trial));
    restore();
    expect(await told).toHaveLength(2);
    expect(trial.settled()).toBeNull();
    expect(words(trial)).toHaveLength(2);
    expect($('#card').textContent).toBe('Log in');
  });

  it('is told by its sides when not all were changed, and as a shorthand when they differ', () => {
    const trial = tryOn();
    set(trial, 'padding', '14px', ['padding-left']);
    expect(words(trial)).toEqual(['padding-left 12px → 14px (--space-3 → no token)']);
    set(trial, 'padding', '20px', ['padding-top', 'padding-bottom']);
    set(trial, 'padding', '14px', ['padding-right']);
    expect(words(trial)).toEqual(['padding 12px → 20px 14px (--space-3 → no token)']);
  });

  it('is no wish when it is what the element has, or no value at all', () => {
    const trial = tryOn();
    set(trial, 'padding', '12px');
    expect([set(trial, 'padding', '-1px'), set(trial, 'color', 'blu'), set(trial, 'gap', '')]).toEqual([
      false,
      false,
      false,
    ]);
    expect(trial.wishes()).toEqual([]);
    expect($('#card').hasAttribute('style')).toBe(false);
  });

  it('jumps where the page has a transition, and gives inline styles back as they were', () => {
    const style = 'padding: var(--space-3); transition: all 5s; color: red';
    const trial = tryOn(`<div id="card" style="${style}">Sign in</div>`);
    const written = $('#card').style.cssText;
    set(trial, 'padding', '40px', ['padding-left']);
    expect(getComputedStyle($('#card')).paddingLeft).toBe('40px');
    const restore = trial.lift();
    expect(getComputedStyle($('#card')).paddingLeft).toBe('12px');
    restore();
    expect(getComputedStyle($('#card')).paddingLeft).toBe('40px');
    trial.revert();
    expect($('#card').style.cssText).toBe(written);
  });

  it('leaves what the page has written meanwhile', () => {
    const trial = tryOn();
    set(trial, 'padding', '40px');
    set(trial, 'color', 'blue');
    $('#card').style.color = 'green';
    $('#card').style.opacity = '0.5';
    trial.revert();
    expect($('#card').getAttribute('style')).toBe('color: green; opacity: 0.5;');
  });
});

describe('tokens', () => {
  it('have the value that they have at the element', () => {
    const trial = tryOn('<div class="wide"><div id="card">Sign in</div></div>');
    set(trial, 'padding', '20px');
    expect(words(trial)).toEqual(['padding 12px → 20px (--space-3 → --space-4, which exists)']);
  });

  it('are listed for what they are named for, and also those of inline styles and of nested rules', () => {
    const nested = '<style>@media all { @layer base { body { --gap-tight: 2px } } }</style>';
    const trial = tryOn(`${nested}<div style="--pad-x: 3px"><div id="card">Sign in</div></div>`);
    const names = (name: string) =>
      trial.groups.filter((one) => one.name === name).flatMap((group) => trial.tokensFor(group));
    expect(names('padding').map(({ name }) => name)).toEqual([
      '--pad-x',
      '--space-3',
      '--space-4',
      '--gap-tight',
    ]);
    expect(names('color').map(({ name, value }) => [name, value])).toEqual([
      ['--ink-strong', 'rgb(0, 0, 255)'],
      ['--brand', 'rgb(59, 130, 246)'],
    ]);
  });

  it('of a style sheet that cannot be read are left out', () => {
    page(`<style>${css}</style><div id="card">Sign in</div>`);
    const foreign = document.createElement('style');
    foreign.textContent = ':root { --space-9: 99px }';
    document.head.append(foreign);
    // As browsers do for a style sheet of another origin.
    Object.defineProperty(foreign.sheet, 'cssRules', {
      get: () => {
        throw new DOMException('Cannot access rules', 'SecurityError');
      },
    });
    const trial = new Trial($('#card'), trials, root);
    set(trial, 'padding', '99px');
    expect(words(trial)).toEqual(['padding 12px → 99px (--space-3 → no token)']);
    foreign.remove();
  });
});

describe('a text that is tried', () => {
  it('keeps the nodes of the page and the space around the text', () => {
    const trial = tryOn('<div id="card">\n  <i></i> Sign in\n</div>');
    const node = $('#card').lastChild;
    trial.text?.set('Log  in');
    expect($('#card').lastChild).toBe(node);
    expect($('#card').innerHTML).toBe('\n  <i></i> Log in\n');
    expect(trial.wishes()).toEqual([{ what: 'text', before: 'Sign in', after: 'Log in' }]);
    trial.revert();
    expect($('#card').innerHTML).toBe('\n  <i></i> Sign in\n');
  });

  it('may be made of several nodes where there are no elements', () => {
    const trial = tryOn();
    $('#card').replaceChildren('3', ' items');
    const several = new Trial($('#card'), trials, root);
    several.text?.set('4 things');
    expect(Array.from($('#card').childNodes, ({ nodeValue }) => nodeValue)).toEqual(['4 things', '']);
    several.revert();
    expect(Array.from($('#card').childNodes, ({ nodeValue }) => nodeValue)).toEqual(['3', ' items']);
    trial.revert();
  });

  it.each([
    '<div id="card"></div>',
    '<div id="card">Sign <b>in</b> now</div>',
    '<div id="card" contenteditable>Sign in</div>',
    `<div id="card">${'x'.repeat(2_001)}</div>`,
  ])('is not offered for %s', (html) => {
    expect(tryOn(html.slice(0, 3_000)).text).toBeNull();
  });

  it('is sent without secrets', () => {
    const trial = tryOn('<div id="card">token=abcdef123456</div>');
    trial.text?.set('token=abcdef123456 now');
    expect(trial.wishes()).toEqual([
      { what: 'text', before: 'token=[redacted]', after: 'token=[redacted] now' },
    ]);
  });
});

describe('what was sent', () => {
  const id = uuidOf(100);
  const pageUrl = 'http://localhost:4200/cart';
  let container: OverlayStateContainer;

  beforeEach(() => {
    container = createOverlayState(initialState({ hub: '/__annotate', appId: '.' }, pageUrl));
  });

  function show(status: Status | null): void {
    const annotations = new Map<string, Annotation>();
    if (status !== null) annotations.set(id, sampleAnnotation({ id, pageUrl, kind: 'element', status }));
    container.dispatch({ type: 'annotations', annotations, unsent: new Set() });
  }

  function send(): Trial {
    const trial = tryOn();
    set(trial, 'padding', '40px');
    trial.text?.set('Log in');
    show('pending');
    trial.keep(id, container);
    return trial;
  }

  const shown = () => $('#card').outerHTML;
  const own = '<div id="card">Sign in</div>';

  it('stays while an agent works on it', () => {
    send();
    show('acknowledged');
    expect(shown()).toContain('40px !important');
    expect(shown()).toContain('Log in');
    expect([trials.open, trials.sent.size]).toEqual([null, 1]);
  });

  it.each<[string, () => void]>([
    ['resolved', () => show('resolved')],
    ['dismissed', () => show('dismissed')],
    ['removed', () => show(null)],
    ['left', () => container.dispatch({ type: 'navigated', url: 'http://localhost:4200/other' })],
  ])('is taken back when it is %s', (_, end) => {
    send();
    end();
    expect(shown()).toBe(own);
    expect(trials.sent.size).toBe(0);
  });

  it('ends part by part when a hot update shows it', async () => {
    send();
    const style = document.createElement('style');
    style.textContent = '#card#card { padding: 40px }';
    document.head.append(style);
    await expect.poll(shown).toBe('<div id="card">Log in</div>');
    expect(trials.sent.size).toBe(1);
    const [node] = $('#card').childNodes;
    if (node !== undefined) node.nodeValue = 'Log in';
    await expect.poll(() => trials.sent.size).toBe(0);
    expect(shown()).toBe('<div id="card">Log in</div>');
    style.remove();
  });

  it('stays when a hot update changes something else, also while it is lifted', async () => {
    const trial = send();
    const style = document.createElement('style');
    const restore = trial.lift();
    expect(shown()).toBe(own);
    style.textContent = '#card { opacity: 0.5 }';
    document.head.append(style);
    await Promise.resolve();
    restore();
    style.textContent += '#card { opacity: 0.9 }';
    await Promise.resolve();
    expect(shown()).toContain('40px !important');
    expect(shown()).toContain('Log in');
    style.remove();
  });

  it('is not shown again when it ended while it was lifted', () => {
    const restore = send().lift();
    show('resolved');
    restore();
    expect(shown()).toBe(own);
  });
});
