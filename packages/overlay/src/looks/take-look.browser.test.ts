import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';

import { elementLookSchema } from '@annotate-mcp/core/schema';

import type { InspectedTarget } from '../inspectors/inspection.ts';
import { $, page } from '../picking/testing/input.ts';

import { type LookOptions, takeLook, takePicture } from './take-look.ts';
import { rememberShowsTyped } from './typed.ts';

let host: HTMLElement;
let sheet: HTMLStyleElement;

beforeEach(() => {
  host = document.createElement('nga-overlay');
  host.attachShadow({ mode: 'open' });
  sheet = document.createElement('style');
  document.documentElement.append(host);
  document.head.append(sheet);
});
afterEach(() => {
  host.remove();
  sheet.remove();
  page('');
});

const component: InspectedTarget = {
  kind: 'component',
  componentName: 'Card',
  selector: 'Card',
  componentFilePath: 'src/card.tsx',
  componentLocation: { file: 'src/card.tsx', line: 4, column: 1 },
  sourceLocation: { file: 'src/card.tsx', line: 9, column: 5 },
  inputs: { title: 'Ann' },
  domSnapshot: '',
  componentTreePath: [],
};

async function lookAt(selector: string, options: LookOptions = {}, target = component) {
  const root = host.shadowRoot;
  if (root === null) throw new Error('The overlay has no root.');
  const rawLines = (since?: Date) =>
    since === undefined ? ['error: early', 'error: late'] : ['error: late'];
  const deps = { inspection: { describe: async () => target }, consoleTail: { rawLines }, root };
  const look = await takeLook($(selector), options, deps);
  expect(elementLookSchema.parse(structuredClone(look))).toEqual(look);
  return look;
}

describe('a look', () => {
  it('tells what the element is, says, and where it is written', async () => {
    page(
      '<main><h1 id="a" class="big" style="position: absolute; margin: 0; left: 10px; top: 20px; width: 100px; height: 30px">Hi <b>you</b></h1></main>',
    );
    expect(await lookAt('#a')).toMatchObject({
      // The test's own page has an id in its address.
      pageUrl: location.href.replace(/sessionId=[^&]*/, 'sessionId=[redacted]'),
      element: { tag: 'h1', role: 'heading' },
      selector: '#a',
      text: 'Hi you',
      outline: 'heading "Hi you" level=1',
      attributes: { id: 'a', class: 'big' },
      box: { x: 10, y: 20, width: 100, height: 30 },
      component: { name: 'Card', file: 'src/card.tsx', line: 4, inputs: { title: 'Ann' } },
      sourceLocation: { line: 9 },
      consoleErrors: ['error: early', 'error: late'],
    });
    expect((await lookAt('#a', { consoleSince: new Date() })).consoleErrors).toEqual(['error: late']);
  });

  it('says how long a text is that it cuts', async () => {
    page(`<p id="a">${'word '.repeat(1_000)}</p>`);
    expect((await lookAt('#a')).text).toMatch(/word… \(cut, 4999 characters\)$/);
  });

  it('looks without the inspectors when they fail', async () => {
    page('<p id="a">x</p>');
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    const describe = () => Promise.reject(new Error('The dev server is gone.'));
    const look = await takeLook(
      $('#a'),
      {},
      { inspection: { describe }, consoleTail: { rawLines: () => [] }, root },
    );
    expect(look).toMatchObject({ text: 'x' });
    expect(look.component).toBeUndefined();
  });
});

describe('the outline', () => {
  it('has one line for each thing with a role or a text', async () => {
    page(`<form id="a" aria-label="Order"><h2>Two <i>things</i></h2>
      <label>Name <input id="n" required></label> <input type="checkbox" checked aria-label="Gift">
      <select aria-label="Size"><option>S</option><option selected>M</option></select>
      <p>Ships <b>today</b></p><ul><li>One</li><li><a href="/x">Two</a> more</li></ul>
      <button disabled>Send</button><div hidden>no</div><span aria-hidden="true">no</span></form>`);
    ($('#n') as HTMLInputElement).defaultValue = 'Ann';
    expect((await lookAt('#a')).outline.split('\n')).toEqual([
      'form "Order"',
      '  heading "Two things" level=2',
      '  textbox "Name" ="Ann" required',
      '  checkbox "Gift" checked',
      '  combobox "Size" ="M"',
      '  - Ships today',
      '  list',
      '    listitem: One',
      '    listitem',
      '      link "Two"',
      '      - more',
      '  button "Send" disabled',
    ]);
  });

  it('shows what a slot renders, and is cut on a huge page', async () => {
    page('<div id="a"><p>light</p></div>');
    $('#a').attachShadow({ mode: 'open' }).innerHTML = '<h3>dark</h3><slot></slot>';
    expect((await lookAt('#a')).outline).toBe('heading "dark" level=3\n- light');
    page(`<ul id="a">${'<li>item</li>'.repeat(5_000)}</ul>`);
    const { outline } = await lookAt('#a');
    expect(outline.length).toBeLessThan(8_100);
    expect(outline.endsWith('\n… (cut)')).toBe(true);
  });
});

describe('styles', () => {
  it('are those that differ from the defaults of the tag, whatever the page says of all tags', async () => {
    sheet.textContent = 'button { padding: 3px 16px 3px 12px } * { border-radius: 5px }';
    page('<button id="a" style="border: 0; width: 90px">x</button><button id="b">y</button>');
    const { styles } = await lookAt('#a');
    expect(styles).toMatchObject({
      'padding-left': '12px',
      'padding-right': '16px',
      'border-top-style': 'none',
      'border-top-left-radius': '5px',
    });
    for (const name of [
      'width',
      'display',
      'border-top-color',
      'border-top-width',
      'text-decoration-color',
    ]) {
      expect(styles).not.toHaveProperty(name);
    }
  });

  it('of a plain element are what it inherits', async () => {
    page('<div style="color: rgb(1, 2, 3); font: 20px monospace"><p id="a">x</p></div>');
    expect(Object.keys((await lookAt('#a')).styles).sort()).toEqual(
      expect.arrayContaining(['color', 'font-family', 'font-size']),
    );
    page('<div style="all: initial"><p id="a">x</p></div>');
    expect((await lookAt('#a')).styles).toEqual({});
  });

  it('are just those that are asked for, custom properties too', async () => {
    page('<p id="a" style="--space-3: 12px; width: 50px">x</p>');
    const styles = ['width', '--space-3', 'no-such-thing'];
    expect((await lookAt('#a', { styles })).styles).toEqual({ width: '50px', '--space-3': '12px' });
  });

  it('leave no trace in the page', async () => {
    page('<a id="a" href="/">x</a>');
    const observer = new MutationObserver(() => undefined);
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    await lookAt('#a');
    expect(observer.takeRecords()).toEqual([]);
    expect(host.shadowRoot?.childNodes).toHaveLength(0);
    observer.disconnect();
  });
});

describe('what a person does not see', () => {
  it.each([
    ['<p id="a">x</p>', undefined],
    ['<p id="a" style="display: none">x</p>', 'display: none'],
    ['<div id="out" hidden><p id="a">x</p></div>', 'display: none on #out'],
    ['<div id="out" style="opacity: 0"><p id="a">x</p></div>', 'opacity: 0 on #out'],
    ['<div style="visibility: hidden"><p id="a">x</p></div>', 'visibility: hidden'],
    ['<p id="a"></p>', /^it has no area \(\d+ × 0\)$/],
    ['<details><summary>s</summary><p id="a">x</p></details>', 'it is in a part of the page that is closed'],
    ['<p id="a" style="position: absolute; top: 9000px">x</p>', 'outside of the viewport, below it'],
    ['<p id="a" style="position: absolute; left: -900px">x</p>', 'outside of the viewport, left of it'],
    ['<p id="a">x</p><div id="veil" style="position: fixed; inset: 0"></div>', 'covered by #veil'],
    ['<p id="a">x</p><div style="position: fixed; inset: 0; pointer-events: none"></div>', undefined],
    ['<p id="a"><b style="position: relative">x</b></p>', undefined],
  ])('%s', async (html, reason) => {
    page(html);
    const { invisibleBecause } = await lookAt('#a');
    if (reason instanceof RegExp) expect(invisibleBecause).toMatch(reason);
    else expect(invisibleBecause).toBe(reason);
  });

  it('is not what the overlay itself covers', async () => {
    page('<p id="a">x</p>');
    host.style.cssText = 'position: fixed; inset: 0; z-index: 9';
    expect((await lookAt('#a')).invisibleBecause).toBeUndefined();
  });
});

describe('what is private', () => {
  it.each(['data-private', 'data-annotate-redact'])('stays in the page below %s', async (attribute) => {
    page(
      `<div id="a" ${attribute} title="Ann" style="background: url(Ann.png)"><p id="b" style="background: url(Ann.png)" aria-label="Ann" data-x="Ann">Ann</p></div>`,
    );
    for (const selector of ['#a', '#b']) {
      const look = await lookAt(selector);
      expect(JSON.stringify(look)).not.toContain('Ann');
      expect(look).toMatchObject({ text: '[redacted]', outline: '[redacted]', component: { inputs: {} } });
      expect(await takePicture($(selector), 10_000)).toEqual({
        problem: 'The element is in a part of the page that is marked as private.',
      });
    }
  });

  it('stays in the page when it is in its address or title', async () => {
    const { title } = document;
    page('<p id="a">x</p>');
    history.replaceState(null, '', '#access_token=abcdef');
    document.title = `Made ${['ghp', 'a1'.repeat(18)].join('_')}`;
    const look = await lookAt('#a');
    history.replaceState(null, '', location.pathname + location.search);
    document.title = title;
    expect(look.pageUrl).toMatch(/#access_token=\[redacted\]$/);
    expect(look.pageTitle).toBe('Made [redacted]');
  });

  it('stays in the page inside of what is looked at', async () => {
    page(`<form id="a"><p data-private>Ann</p><input type="password" value="Ann"><input name="apiToken" value="Ann">
      <textarea name="secret">Ann</textarea><button>key sk-abcdefghij0123456789</button></form>`);
    ($('[type=password]') as HTMLInputElement).value = 'Ann typed';
    const look = await lookAt('#a', {}, { ...component, inputs: {} });
    expect(JSON.stringify(look)).not.toMatch(/Ann|sk-abc/);
    expect(look.outline.split('\n')).toEqual([
      'form',
      '  - [redacted]',
      '  textbox ="[redacted]"',
      '  textbox ="[redacted]"',
      '  textbox ="[redacted]"',
      '  button "key [redacted]"',
    ]);
  });
});

describe('what a person types', () => {
  const typedInto = (field: HTMLInputElement | HTMLTextAreaElement) => {
    field.focus();
    // As an app does that keeps the value itself.
    field.value = field.defaultValue = 'ann@example.org';
    return lookAt('#a');
  };

  it.each(['input', 'textarea'])('is told by its length: %s', async (tag) => {
    page(`<form id="a"><${tag} aria-label="Mail"></${tag}><input aria-label="Town" value="Ulm"></form>`);
    const look = await typedInto($(`#a ${tag}`) as HTMLInputElement);
    expect(look.outline.split('\n')).toEqual([
      'form',
      '  textbox "Mail" =(typed 15 characters) focused',
      '  textbox "Town" ="Ulm"',
    ]);
    expect(JSON.stringify(await lookAt(`#a ${tag}`))).not.toContain('example');
  });

  it('is told by its length where the page is edited in place', async () => {
    page(`<main id="a"><div contenteditable aria-label="Note"><h2>My plan</h2><p>Ask <b>Ann</b></p></div>
      <p contenteditable="false">Saved</p></main>`);
    const whole = await lookAt('#a');
    expect(whole.outline.split('\n')).toEqual([
      'main',
      '  textbox "Note" =(typed 14 characters)',
      '  - Saved',
    ]);
    expect(whole.text).toBe('(typed 14 characters) Saved');
    for (const selector of ['#a', '#a div', '#a h2', '#a b'])
      expect(JSON.stringify(await lookAt(selector, {}, { ...component, inputs: {} }))).not.toMatch(
        /plan|Ask|Ann/,
      );
    rememberShowsTyped(true);
    onTestFinished(() => rememberShowsTyped(false));
    expect((await lookAt('#a')).outline).toContain('heading "My plan"');
  });

  it('is read where the person allows it', async () => {
    rememberShowsTyped(true);
    onTestFinished(() => rememberShowsTyped(false));
    page('<form id="a"><input aria-label="Mail"></form>');
    const look = await typedInto($('#a input') as HTMLInputElement);
    expect(look.outline).toContain('="ann@example.org"');
  });
});

it.each(['div', 'b'])('hides in a picture of %s what is written in place', async (tag) => {
  const bytesWith = async (text: string) => {
    page(
      `<div contenteditable style="width: 9em">one <b style="display: inline-block; width: 3em">${text}</b></div>`,
    );
    const taken = await takePicture($(tag), 100_000);
    return 'picture' in taken ? [...new Uint8Array(await taken.picture.arrayBuffer())].join() : taken.problem;
  };
  expect(await bytesWith('Anna')).toBe(await bytesWith('Otto'));
  rememberShowsTyped(true);
  onTestFinished(() => rememberShowsTyped(false));
  expect(await bytesWith('Anna')).not.toBe(await bytesWith('Otto'));
});

it('takes a picture, or says why there is none', async () => {
  page('<p id="a" style="width: 50px">x</p><p id="b" hidden>y</p>');
  const taken = await takePicture($('#a'), 100_000);
  expect('picture' in taken && taken.picture.type).toBe('image/webp');
  const refused = await takePicture($('#b'), 100_000);
  expect('problem' in refused && refused.problem).toContain('not visible');
});
