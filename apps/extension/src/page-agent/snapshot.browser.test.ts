import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { resolveRef } from './refs.ts';
import { takeSnapshot } from './snapshot.ts';

beforeEach(() => document.body.replaceChildren());
afterEach(() => vi.restoreAllMocks());

function linesOf(html: string, find?: string): string[] {
  document.body.innerHTML = html;
  const page = takeSnapshot(find === undefined ? {} : { find });
  if (page === null || 'fault' in page) throw new Error('No snapshot.');
  // Refs count on from test to test.
  return page.lines.map((line) => line.replace(/\[e\d+\]/, '[ref]'));
}

describe('a snapshot', () => {
  it.each([
    { name: 'merges words', html: '<p>Some <b>bold</b> text</p>', lines: ['- Some bold text'] },
    {
      name: 'masks passwords',
      html: '<input type=password value=secret aria-label=P>',
      lines: ['textbox "P" [ref] ="[redacted]"'],
    },
    {
      name: 'leaves out what is hidden',
      html: '<p hidden>no</p><div aria-hidden=true>no</div><p>yes</p>',
      lines: ['- yes'],
    },
    {
      name: 'says states',
      html: '<button aria-expanded=false disabled>More</button>',
      lines: ['button "More" [ref] collapsed disabled'],
    },
    { name: 'says where links lead', html: '<a href="/a?b">Go</a>', lines: ['link "Go" [ref] → /a?b'] },
    {
      name: 'shows the label of a hidden field',
      html: '<label>Dark <input type=checkbox checked style="display:none"></label>',
      lines: ['checkbox "Dark" [ref] checked'],
    },
    {
      name: 'gives a ref to what only scripts know as a button',
      html: '<div onclick="1">Open</div>',
      lines: ['clickable [ref]: Open'],
    },
    {
      name: 'looks through elements without a box',
      html: '<div style="display:contents"><h1>Title</h1><div style="display:contents"><button>Go</button></div></div>',
      lines: ['heading "Title" level=1', 'button "Go" [ref]'],
    },
    {
      name: 'leaves out what an element without a box hides',
      html: '<div hidden><div style="display:contents"><button>Go</button></div></div><p>yes</p>',
      lines: ['- yes'],
    },
    {
      name: 'lists what can be chosen',
      html: '<label>Fruit <select><option>Apple<option selected>Pear<option disabled>Fig</select></label>',
      lines: ['combobox "Fruit" [ref] ="Pear" options: Apple | Pear | Fig (disabled)'],
    },
    {
      name: 'says how far something is',
      html: '<progress value=3 max=10 aria-label=A></progress><progress aria-label=B></progress><input type=range aria-label=C value=4 max=9>',
      lines: ['progressbar "A" ="3"', 'progressbar "B" indeterminate', 'slider "C" [ref] ="4"'],
    },
    {
      name: 'has the labels of lists, and no region without one',
      html: '<ul aria-label=Fruits><li>Apple</li></ul><section><p>Text</p></section>',
      lines: ['list "Fruits"', '  listitem: Apple', '- Text'],
    },
    {
      name: 'says the text of a cell or a box to tick once',
      html: '<div role=checkbox tabindex=0 aria-checked=mixed>All</div><div role=gridcell tabindex=0>16</div>',
      lines: ['checkbox "All" [ref] mixed', 'gridcell "16" [ref]'],
    },
    {
      name: 'has the text of a button that only its style has, and no sign of an icon font',
      html: '<style>.save::before { content: "Save draft" } .icon::before { content: "\\e001" }</style><button class=save></button><button class=icon></button>',
      lines: ['button "Save draft" [ref]', 'button [ref]'],
    },
    {
      name: 'says whether what a button opens is open',
      html: '<button popovertarget=p>Options</button><div popover id=p>Text</div>',
      lines: ['button "Options" [ref] collapsed'],
    },
    {
      name: 'has the title of a label without a text',
      html: '<input type=radio id=r style="display:none"><label for=r title="4 stars" style="display:block;height:20px"></label>',
      lines: ['radio "4 stars" [ref]'],
    },
  ])('$name', ({ html, lines }) => {
    expect(linesOf(html)).toEqual(lines);
  });

  it('has what is slotted into a component, and its own parts around that', () => {
    document.body.innerHTML =
      '<my-select label="Size"><my-option role="option" aria-selected="true">Small</my-option><b slot="help">Help</b></my-select>';
    const root = document.querySelector('my-select')?.attachShadow({ mode: 'open' });
    root?.append(
      document
        .createRange()
        .createContextualFragment(
          '<label id=l>Size</label><input role=combobox aria-labelledby=l value=Small><div role=listbox aria-labelledby=l><slot></slot></div><slot name=help></slot><slot name=none><i>Default</i></slot>',
        ),
    );
    const page = takeSnapshot({});
    const lines = page === null || 'fault' in page ? [] : page.lines.map((line) => line.trim());
    expect(lines.map((text) => text.replace(/\[e\d+\]/, '[ref]'))).toEqual([
      '- Size',
      'combobox "Size" [ref] ="Small"',
      'listbox "Size" [ref]',
      'option "Small" [ref] selected',
      '- Help',
      '- Default',
    ]);
  });

  it('has the names of the files that were chosen', () => {
    document.body.innerHTML = '<input type=file aria-label=CV>';
    const files = new DataTransfer();
    files.items.add(new File(['x'], 'cv.pdf'));
    const input = document.querySelector('input');
    if (input !== null) input.files = files.files;
    expect(takeSnapshot({})).toMatchObject({
      lines: [expect.stringMatching(/^file "CV" \[e\d+\] ="cv.pdf"$/)],
    });
  });

  it('has only what is looked for, and what that stands in', () => {
    const html = '<main><ul><li>One</li><li>Two</li></ul></main>';
    expect(linesOf(html, 'two')).toEqual(['main', '  list', '    listitem: Two']);
  });
});

it('says what has the focus, and in which host, and that it has moved', async () => {
  document.body.innerHTML = '<button>Outside</button><section role=group></section>';
  const root = document.querySelector('section')?.attachShadow({ mode: 'open' });
  if (root !== undefined) root.innerHTML = '<button>Inside</button><button>Beside</button>';
  const read = () => {
    const page = takeSnapshot({});
    return page === null || 'fault' in page ? [] : page.lines.map((line) => line.replace(/ \[e\d+\]/, ''));
  };
  root?.querySelector('button')?.focus();
  expect(read()).toEqual([
    'button "Outside"',
    'group focused',
    '  button "Inside" focused',
    '  button "Beside"',
  ]);
  await Promise.resolve();
  document.querySelector('button')?.focus();
  expect(read()).toEqual(['button "Outside" focused', 'group', '  button "Inside"', '  button "Beside"']);
});

it.each(['__proto__', 'constructor'])('reads a page that has an element called "%s"', (name) => {
  document.body.replaceChildren(document.createElement(name));
  document.querySelector(name)?.append('Text');
  expect(takeSnapshot({})).toMatchObject({ lines: ['- Text'] });
});

it.each(['matches', 'hasAttribute', 'getAttribute', 'checkVisibility', 'children', 'title', 'id'])(
  'reads a form with a field called "%s", which hides what the form itself has',
  (name) => {
    document.body.innerHTML = `<form role="search"><label>Team <input name="${name}"></label><button>Find</button></form>`;
    const page = takeSnapshot({});
    const lines = page === null || 'fault' in page ? [] : page.lines;
    const found = lines.map((line) => line.replace(/ \[e\d+\]/, '').trim());
    expect(found).toEqual(expect.arrayContaining(['textbox "Team"', 'button "Find"']));
  },
);

describe('a ref', () => {
  const refIn = (html: string) => {
    document.body.innerHTML = html;
    const page = takeSnapshot({});
    return page === null || 'fault' in page ? '' : (/\[(e\d+)\]/.exec(page.lines[0] ?? '')?.[1] ?? '');
  };

  it('stays with its element, whatever it is called', () => {
    const ref = refIn('<button>Save</button>');
    const button = document.querySelector('button');
    if (button !== null) button.textContent = 'Saved';
    expect(resolveRef(ref)).toEqual({ element: button });
  });

  it('finds the one like it after it was drawn anew, and none when there are two', () => {
    const ref = refIn('<button>Save</button>');
    document.body.innerHTML = '<button>Other</button><button>Save</button>';
    expect(resolveRef(ref)).toEqual({ element: document.querySelectorAll('button')[1] });
    document.body.innerHTML = '<button>Save</button><button>Save</button>';
    expect(resolveRef(ref)).toHaveProperty('problem');
  });
});

it('reads the labels of the page once: a field that is asked for its labels searches the whole page', () => {
  const asked = vi.spyOn(HTMLInputElement.prototype, 'labels', 'get');
  const fields = Array.from({ length: 3 }, (_, n) => `<label for=f${n}>Bags ${n}</label><input id=f${n}>`);
  expect(linesOf(`<label>Sugar <input></label>${fields.join('')}<label for=f1>of two</label>`)).toEqual([
    'textbox "Sugar" [ref]',
    'textbox "Bags 0" [ref]',
    'textbox "Bags 1 of two" [ref]',
    'textbox "Bags 2" [ref]',
  ]);
  expect(asked).not.toHaveBeenCalled();
});
