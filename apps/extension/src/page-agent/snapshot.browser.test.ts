import { beforeEach, describe, expect, it } from 'vitest';

import { resolveRef } from './refs.ts';
import { takeSnapshot } from './snapshot.ts';

beforeEach(() => document.body.replaceChildren());

function linesOf(html: string, find?: string): string[] {
  document.body.innerHTML = html;
  const page = takeSnapshot(find === undefined ? {} : { find });
  if (page === null || 'fault' in page) throw new Error('No snapshot.');
  // Refs count on from test to test.
  return page.lines.map(({ depth, text }) => '  '.repeat(depth) + text.replace(/\[e\d+\]/, '[ref]'));
}

describe('a snapshot', () => {
  it.each([
    { name: 'merges words', html: '<p>Some <b>bold</b> text</p>', lines: ['- Some bold text'] },
    {
      name: 'masks passwords',
      html: '<input type=password value=secret aria-label=P>',
      lines: ['textbox "P" [ref] ="••••"'],
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
  ])('$name', ({ html, lines }) => {
    expect(linesOf(html)).toEqual(lines);
  });

  it('has only what is looked for, and what that stands in', () => {
    const html = '<main><ul><li>One</li><li>Two</li></ul></main>';
    expect(linesOf(html, 'two')).toEqual(['main', '  list', '    listitem: Two']);
  });
});

describe('a ref', () => {
  const refIn = (html: string) => {
    document.body.innerHTML = html;
    const page = takeSnapshot({});
    return page === null || 'fault' in page ? '' : (/\[(e\d+)\]/.exec(page.lines[0]?.text ?? '')?.[1] ?? '');
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
