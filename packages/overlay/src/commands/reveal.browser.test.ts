import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { createOverlay, type Overlay } from '../overlay.ts';
import { $, page } from '../picking/testing/input.ts';
import { createOverlayState } from '../state/container.ts';
import { initialState } from '../state/reducer.ts';

import { pulse } from './pulse.ts';
import { addressOnThisSite, reveal, unfold } from './reveal.ts';

declare global {
  var ran: boolean | undefined;
}

describe('the address of another page', () => {
  const here = 'http://localhost:4321/guide/';
  const cases: readonly { name: string; url: string; from?: string; expected: string | null }[] = [
    {
      name: 'a page of this site',
      url: 'http://localhost:4321/a?b#c',
      expected: 'http://localhost:4321/a?b#c',
    },
    { name: 'a path', url: '/a', expected: 'http://localhost:4321/a' },
    {
      name: 'this machine on another port',
      url: 'http://127.0.0.1:3000/a?b',
      expected: 'http://localhost:4321/a?b',
    },
    { name: 'another site', url: 'https://example.com/a', expected: null },
    { name: 'a script', url: 'javascript:globalThis.ran = true', expected: null },
    { name: 'a script in a sandbox', url: 'javascript:alert(1)', from: 'about:srcdoc', expected: null },
    { name: 'a script with room before it', url: ' \tjava\nscript:alert(1)', expected: null },
    { name: 'data', url: 'data:text/html,<script>alert(1)</script>', expected: null },
    { name: 'a file', url: 'file:///etc/passwd', expected: null },
    { name: 'no address', url: 'http://', expected: null },
  ];
  it.each(cases)('$name: $expected', ({ url, from = here, expected }) => {
    expect(addressOnThisSite(url, from)).toBe(expected);
  });
});

describe('a click on an annotation', () => {
  let overlay: Overlay;

  beforeEach(() => {
    overlay = createOverlay({ hub: '/__annotate', appId: '.' });
  });
  afterEach(() => {
    overlay.close();
    page('');
  });

  it('never runs a script that stands where the address should be, and says so', () => {
    const evil = sampleAnnotation({ id: uuidOf(1), pageUrl: 'javascript:void (globalThis.ran = true)' });
    const container = createOverlayState(initialState({ hub: '/__annotate', appId: '.' }, location.href));
    container.dispatch({
      type: 'annotations',
      annotations: new Map([[evil.id, evil]]),
      unsent: new Set(),
    });
    reveal({ container, root: overlay.element.shadowRoot } as Parameters<typeof reveal>[0], evil.id);
    expect(globalThis.ran).toBeUndefined();
    expect(container.get().notice?.text).toMatch(/^This comment is on another site/);
    expect(sessionStorage.getItem('annotate:reveal')).toBeNull();
  });

  it('pulses around the place while the page scrolls there, and leaves nothing', async () => {
    page(
      '<div style="height: 300px"></div><p id="a" style="width: 200px">A</p><div style="height: 3000px"></div>',
    );
    const root = overlay.element.shadowRoot;
    if (root === null) throw new Error('The overlay is closed.');
    const box = () => {
      const { x, y, width, height } = $('#a').getBoundingClientRect();
      return { x, y, width, height };
    };
    const shown = () => root.querySelectorAll<HTMLElement>('[data-nga="pulse"]');
    pulse(root, box);
    pulse(root, box);
    expect(shown()).toHaveLength(1);
    window.scrollTo(0, 120);
    await expect.poll(() => shown()[0]?.style.top).toBe(`${box().y}px`);
    await expect.poll(() => shown().length).toBe(0);
  });
});

describe('what is folded away', () => {
  afterEach(() => page(''));

  it('is opened all the way out: details, and what a search in the page would find', () => {
    page(
      `<details id="outer"><summary>Outer</summary><details id="inner"><summary>Inner</summary><p id="p">Text</p></details></details>
       <div id="found" hidden="until-found"><p id="q">Text</p></div>`,
    );
    let matched = 0;
    $('#found').addEventListener('beforematch', () => matched++);
    unfold($('#p'));
    unfold($('#q'));
    expect(document.querySelectorAll('details[open]')).toHaveLength(2);
    expect($('#found').hasAttribute('hidden')).toBe(false);
    expect(matched).toBe(1);
  });

  it('stays folded when it is the fold itself, or its summary, that is meant', () => {
    page('<details id="d"><summary><b id="b">More</b></summary><p>Text</p></details>');
    unfold($('#d'));
    unfold($('#b'));
    expect($('#d').hasAttribute('open')).toBe(false);
  });

  it('and cannot be opened is said to be closed, instead of pointing at something else', () => {
    page('<div style="display: none"><p id="p">Text</p></div>');
    const one = sampleAnnotation({ id: uuidOf(1), pageUrl: location.href });
    const container = createOverlayState(initialState({ hub: '/__annotate', appId: '.' }, location.href));
    container.dispatch({ type: 'annotations', annotations: new Map([[one.id, one]]), unsent: new Set() });
    const range = new Range();
    range.selectNodeContents($('#p'));
    const tracker = { elementOf: () => $('#p'), rangesOf: () => [range] };
    reveal(
      { container, tracker, root: document.createElement('div').attachShadow({ mode: 'open' }) },
      one.id,
    );
    expect(container.get().notice?.text).toMatch(/part of the page that is closed/);
  });
});
