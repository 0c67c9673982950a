import { describe, expect, it } from 'vitest';

import { parseScript } from './parse-script.ts';
import { createScriptMarker } from './script.ts';

const before = `import { Card } from './card';
export function Page({ count }) {
  const title = 'Old title';
  return (
    <main className="wide" id="">
      <h1>{title}</h1>Some words<b>bold</b>
      <Card note="small">{count > 1 ? <p>More than one</p> : <i>one</i>}</Card>
    </main>
  );
}
export const Row = () => <li title='row'>last</li>;
`;

const change = (from: string, to: string) => before.replace(from, to);

/** Marks a module before and after a change; `parses` is how often the second needed the parser. */
function markTwice(after: string, components: 'notes' | 'attributes') {
  let parses = 0;
  const parse: typeof parseScript = (code, file) => {
    parses++;
    return parseScript(code, file);
  };
  const mark = createScriptMarker();
  const options = { jsx: true, templates: null, components, notesTags: true };
  mark(before, 'src/page.jsx', options, parse);
  parses = 0;
  const marked = mark(after, 'src/page.jsx', options, parse);
  const expected = createScriptMarker()(after, 'src/page.jsx', options, parseScript);
  return { marked, expected, parses };
}

describe.each(['notes', 'attributes'] as const)('moveElements, for %s', (components) => {
  it.each([
    ['nothing', before],
    ['a longer text', change('Some words', 'Some many more words')],
    ['a text in another language', change('Some words', 'Ünïcode 漢字 😀')],
    ['the start of a text', change('Some', 'And some')],
    ['the end of a text', change('words<', 'words, and more<')],
    ['a removed text', change('Some words', '')],
    ['lines of a text', change('Some words', 'Some\n\n\nwords\n')],
    ['an attribute', change('wide', 'narrow and blue')],
    ['an empty attribute', change('id=""', 'id="page"')],
    ['an attribute in single quotes', change('row', 'last row')],
    ['an attribute of a component', change('small', 'large')],
  ])('marks the same as a parser would after a change of %s, without one', (_, after) => {
    const { marked, expected, parses } = markTwice(after, components);
    expect(marked).toEqual(expected);
    expect(parses).toBe(0);
  });

  it.each([
    ['a new element', change('Some words', 'Some <em>new</em> words')],
    ['an expression in a text', change('Some words', 'Some {count} words')],
    ['a removed element', change('<b>bold</b>', '')],
    ['another name of an element', before.replaceAll('h1', 'h2')],
    ['another name of a component', before.replaceAll('Card', 'Note')],
    ['the name of a declared component', change('Page', 'Start')],
    ['a string of the code', change('Old title', 'New title')],
    ['a condition', change('count > 1', 'count > 2')],
    ['a quotation mark that is missing', change('wide"', 'wide')],
    ['an attribute that becomes two', change('wide', 'wide" data-a="b')],
    ['the name of an attribute', change('note', 'hint')],
    ['a comment around an element', change('<b>bold</b>', '{/* <b>bold</b> */}')],
    ['two texts', change('Some words', 'Other words').replace('last', 'first')],
    ['the text between two tags and the tags', change('<b>bold</b>', '<u>under</u>')],
  ])('asks the parser after a change of %s', (_, after) => {
    const { marked, expected, parses } = markTwice(after, components);
    expect(marked).toEqual(expected);
    expect(parses).toBe(1);
  });

  it('follows one change after the other', () => {
    const mark = createScriptMarker();
    const options = { jsx: true, templates: null, components, notesTags: true };
    const texts = ['', 'a', 'a longer text', 'text', 'and\nlines', ''];
    let parses = 0;
    for (const text of texts) {
      for (const after of [change('Some words', text), change('id=""', `id="${text}"`)]) {
        const marked = mark(after, 'src/page.jsx', options, (code, file) => {
          parses++;
          return parseScript(code, file);
        });
        expect(marked).toEqual(createScriptMarker()(after, 'src/page.jsx', options, parseScript));
      }
    }
    expect(parses).toBeLessThan(2 * texts.length);
  });
});
