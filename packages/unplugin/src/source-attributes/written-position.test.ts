import MagicString from 'magic-string';
import { expect, it } from 'vitest';

import { createWrittenPositions } from './written-position.ts';

const file = 'const a = 1;\nexport const b = <p>\n  <i />\n</p>;\n';

/** The position of `<i` in what another plugin made of the file. */
function find(change: (text: MagicString) => void, hasMap: boolean, written = file) {
  const text = new MagicString(written.replace(/^\uFEFF/, ''));
  change(text);
  const code = text.toString();
  const map = () => (hasMap ? text.generateMap({ hires: true }) : null);
  return createWrittenPositions(code, { text: written, map })(code.indexOf('<i'), '<i');
}

const here = { line: 3, column: 3 };
const replaceBoth = (text: MagicString) => text.prepend('"x";\n').append('/* end */');

it.each([
  { name: 'unchanged', change: () => undefined, hasMap: false, expected: here },
  {
    name: 'unchanged after a byte order mark',
    change: () => undefined,
    hasMap: false,
    written: `\uFEFF${file}`,
    expected: here,
  },
  {
    name: 'changed before it',
    change: (text: MagicString) => text.prepend('"x";\n'),
    hasMap: false,
    expected: here,
  },
  {
    name: 'changed after it',
    change: (text: MagicString) => text.append('x();'),
    hasMap: false,
    expected: here,
  },
  { name: 'changed around it, with a map', change: replaceBoth, hasMap: true, expected: here },
  { name: 'changed around it, without a map', change: replaceBoth, hasMap: false, expected: null },
  {
    name: 'new in the changed text',
    change: (text: MagicString) => text.replace('const a', '<i />;\nconst a').append('/* end */'),
    hasMap: true,
    expected: null,
  },
])('finds a tag that is $name', ({ change, hasMap, written, expected }) => {
  expect(find(change, hasMap, written)).toEqual(expected);
});

it('does not trust a map that says that nothing was moved', () => {
  const code = `"x";\n${file}/* end */`;
  const map = () => new MagicString(code).generateMap({ hires: true });
  expect(createWrittenPositions(code, { text: file, map })(code.indexOf('<i'), '<i')).toBeNull();
});
