import { beforeEach, describe, expect, it } from 'vitest';

import { takeSnapshot } from './snapshot.ts';

beforeEach(() => document.body.replaceChildren());

function read(): string[] {
  const page = takeSnapshot({});
  if (page === null || 'fault' in page) throw new Error('No snapshot.');
  return page.lines.map((line) => line.replace(/\[e\d+\]/, '[ref]'));
}

describe('a name', () => {
  it.each([
    {
      name: 'may refer to what contains the element itself',
      html: '<div id=g>Tag <button id=b aria-labelledby="b g">x</button></div>',
      lines: ['- Tag', 'button "x Tag x" [ref]'],
    },
    {
      name: 'has the label of a button once, and its text',
      html: '<label for=b id=l>Assignee</label><button id=b aria-labelledby="l b">Wade</button>',
      lines: ['button "Assignee Wade" [ref]'],
    },
    {
      name: 'has the text of each label once if labels contain the fields of each other',
      html: '<label for=b>One <input id=a></label><label for=a>Two <input id=b></label>',
      lines: ['textbox "Two One" [ref]', 'textbox "One Two" [ref]'],
    },
  ])('$name', ({ html, lines }) => {
    document.body.innerHTML = html;
    expect(read()).toEqual(lines);
  });

  it('of a field in a component is the label around the component', () => {
    class TestCheck extends HTMLElement {
      static formAssociated = true;

      constructor() {
        super();
        this.attachShadow({ mode: 'open' }).innerHTML = '<input type="checkbox">';
      }
    }
    customElements.define('test-check', TestCheck);
    document.body.innerHTML = '<label><test-check></test-check> Check me</label>';
    expect(read()).toEqual(['checkbox "Check me" [ref]']);
  });

  it('of a field in a component is not that of a label in it which is not shown', () => {
    class TestInput extends HTMLElement {
      static formAssociated = true;

      constructor() {
        super();
        this.attachShadow({ mode: 'open', delegatesFocus: true }).innerHTML =
          '<label for="control" hidden><slot></slot></label><input id="control">';
      }
    }
    customElements.define('labelled-input', TestInput);
    document.body.innerHTML = '<label for="mail">Email</label><labelled-input id="mail"></labelled-input>';
    expect(read()).toEqual(['textbox "Email" [ref]']);
  });
});

describe('a label', () => {
  it.each([
    {
      name: 'of a text field that is hidden is only a text',
      html: '<label for=a>Message</label><textarea id=a style="display:none"></textarea>',
      lines: ['- Message'],
    },
    {
      name: 'is listed for a box to tick that is clipped',
      html: '<input type=checkbox id=c style="position:absolute;clip:rect(0,0,0,0);pointer-events:none"><label for=c>Toggle</label>',
      lines: ['checkbox "Toggle" [ref]'],
    },
    {
      name: 'is listed for a box to tick beside the page',
      html: '<input type=checkbox id=c style="position:absolute;left:-9999px"><label for=c>Toggle</label>',
      lines: ['checkbox "Toggle" [ref]'],
    },
    {
      name: 'is listed for a box to tick in a box without a height',
      html: '<div style="height:0;overflow:hidden"><input type=checkbox id=c></div><label for=c>Toggle</label>',
      lines: ['checkbox "Toggle" [ref]'],
    },
  ])('$name', ({ html, lines }) => {
    document.body.innerHTML = html;
    expect(read()).toEqual(lines);
  });
});

it('a field without a size stays, because it may take keys or files', () => {
  const style = 'style="display:block;width:0;max-width:0;height:0;border:0;padding:0;overflow:hidden"';
  document.body.innerHTML = `<div ${style} role=textbox tabindex=0 aria-label=Code></div><div><input type=file aria-label=Upload ${style}>Drop files</div>`;
  expect(read()).toEqual(['textbox "Code" [ref]', 'file "Upload" [ref]', '- Drop files']);
});

it('a panel that is about to open is there already', () => {
  document.body.innerHTML =
    '<div class="collapse-enter-from collapse-enter-active" style="height:0;overflow:hidden"><p>Item</p></div><p>After</p>';
  expect(read()).toEqual(['- Item', '- After']);
});

it.each([
  '<div style="pointer-events:none"><p>Item</p></div><p>After</p>',
  '<div><div style="height:0;overflow:hidden"><p>Item</p></div></div><p>After</p>',
])('a menu that begins to open is there already: %s', (html) => {
  document.body.innerHTML = html;
  document.querySelector('div')?.animate([{ opacity: 0 }, { opacity: 1 }], 60_000);
  expect(read()).toEqual(['- Item', '- After']);
});

describe('what a person cannot see is left out', () => {
  it.each([
    {
      name: 'a panel without a height',
      html: '<div style="height:0;overflow:hidden"><button>Inside</button><p>Text</p></div><p>After</p>',
    },
    {
      name: 'a menu that is faded out',
      html: '<ul style="opacity:0;pointer-events:none"><li><a href="/s">Shoes</a></li></ul><p>After</p>',
    },
  ])('$name', ({ html }) => {
    document.body.innerHTML = html;
    expect(read()).toEqual(['- After']);
  });
});
