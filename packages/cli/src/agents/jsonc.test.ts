import { describe, expect, it } from 'vitest';

import { parseJsonc, setJsonc } from './jsonc.ts';

const path = ['mcpServers', 'annotate'];
const entry = { command: 'npx', args: ['-y'] };

describe('a value put into JSON with comments', () => {
  it.each([
    {
      name: 'keeps the comment of the one before it, and the layout of its list',
      text: '{\n  "mcpServers": {\n    "db": { "args": ["a", "b"] } // local\n  }\n}\n',
      with: '{\n  "mcpServers": {\n    "db": { "args": ["a", "b"] }, // local\n    "annotate": {\n      "command": "npx",\n      "args": [\n        "-y"\n      ]\n    }\n  }\n}\n',
    },
    {
      name: 'stays on the line of the others',
      text: '{"mcpServers":{"db":{}}}',
      with: '{"mcpServers":{"db":{}, "annotate": { "command": "npx", "args": ["-y"] }}}',
    },
    {
      name: 'has a comma behind it where the last one has',
      text: '{\n\t"mcpServers": {\n\t\t"db": {}, /* a */ // b\n\t},\n}',
      with: '{\n\t"mcpServers": {\n\t\t"db": {}, /* a */ // b\n\t\t"annotate": {\n\t\t\t"command": "npx",\n\t\t\t"args": [\n\t\t\t\t"-y"\n\t\t\t]\n\t\t},\n\t},\n}',
    },
    {
      name: 'comes before a comment that stands alone',
      text: '\uFEFF{\r\n  "mcpServers": {\r\n    // none\r\n  }\r\n}\r\n',
      with: '\uFEFF{\r\n  "mcpServers": {\r\n    "annotate": {\r\n      "command": "npx",\r\n      "args": [\r\n        "-y"\r\n      ]\r\n    }\r\n    // none\r\n  }\r\n}\r\n',
    },
  ])('$name, and is taken out again', ({ text, with: expected }) => {
    expect(setJsonc(text, path, entry)).toBe(expected);
    expect(setJsonc(expected, path, undefined)).toBe(text);
  });

  it('brings the objects around it', () => {
    expect(setJsonc('{ "a": 1 }', path, 1)).toBe('{ "a": 1, "mcpServers": { "annotate": 1 } }');
    expect(setJsonc('', ['a'], 1)).toBe('{\n  "a": 1\n}');
  });

  it('replaces a value where it stands, and goes into nothing but an object', () => {
    expect(setJsonc('{ "a": /* why */ 1, "b": 2 }', ['a'], [3])).toBe('{ "a": /* why */ [3], "b": 2 }');
    expect(setJsonc('{ "mcpServers": 3 }', path, entry)).toBeNull();
  });

  it.each([
    ['{ "annotate": 1, "b": 2 }', '{ "b": 2 }'],
    ['{\n  "annotate": 1,\n  // two\n  "b": 2\n}', '{\n  // two\n  "b": 2\n}'],
    ['{\n  "a": 1, // one\n  "annotate": 2\n}', '{\n  "a": 1 // one\n}'],
    ['{ "b": 2 }', '{ "b": 2 }'],
  ])('taken out of %j leaves the others', (text, expected) => {
    expect(setJsonc(text, ['annotate'], undefined)).toBe(expected);
  });
});

it.each([
  ['{\n  "a":\n}', 'line 3: a value is missing'],
  ['{\n  "a": "b\n}', 'line 2: a text has no closing quote'],
  ['{ a: 1 }', 'line 1: a word that is not JSON'],
  ['{ "a": 1 "b": 2 }', 'line 1: a comma is missing'],
])('says in words what is wrong with %j', (text, problem) => {
  expect(parseJsonc(text)).toEqual({ problem });
});
