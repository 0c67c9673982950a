import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { DeepJsonError, flattenJson, isDeepJson, mostJsonLevels, parseJson } from './parse-json.ts';

const nested = (levels: number, inner = '1') => '['.repeat(levels) + inner + ']'.repeat(levels);

describe('the depth of a text', () => {
  it.each([
    { name: 'as many levels as are allowed', text: nested(mostJsonLevels), isDeep: false },
    { name: 'one level more', text: nested(mostJsonLevels + 1), isDeep: true },
    { name: 'objects in arrays', text: '[{"a":'.repeat(mostJsonLevels), isDeep: true },
    { name: 'brackets in a string', text: JSON.stringify('[{'.repeat(5_000)), isDeep: false },
    { name: 'brackets behind an escaped quotation mark', text: `["\\"${'['.repeat(5_000)}"]`, isDeep: false },
    {
      name: 'brackets behind a string that ends in a backslash',
      text: `["\\\\",${nested(5_000)}]`,
      isDeep: true,
    },
    { name: 'many members beside each other', text: `[${'[],{},'.repeat(50_000)}[]]`, isDeep: false },
    { name: 'brackets that nothing closes', text: '['.repeat(3_700_000), isDeep: true },
    { name: 'brackets that nothing opens', text: `${']'.repeat(5_000)}${'['.repeat(5_000)}`, isDeep: false },
    { name: 'a string that nothing closes', text: `["${'['.repeat(5_000)}`, isDeep: false },
    { name: 'backslashes without end', text: `["${'\\'.repeat(500_000)}`, isDeep: false },
  ])('is found with $name', ({ text, isDeep }) => {
    expect(isDeepJson(text)).toBe(isDeep);
  });

  it('is the same in UTF-8 that is read byte by byte', () => {
    const text = JSON.stringify({ 'schlüssel „[“ 😀': nested(5_000), wert: [['["\u2028]']] });
    expect(isDeepJson(Buffer.from(text).toString('latin1'))).toBe(false);
    const deep = `{"ä😀":${nested(5_000, '"ü"')}}`;
    expect(isDeepJson(Buffer.from(deep).toString('latin1'))).toBe(true);
  });
});

it('any value that is not deep is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom(0, 2), (value, indent) => {
      const text = JSON.stringify(value, undefined, indent);
      expect(parseJson(text)).toEqual(JSON.parse(text));
    }),
  );
});

it('what is no JSON, and what is deep, is a SyntaxError', () => {
  expect(() => parseJson('{')).toThrow(SyntaxError);
  expect(() => parseJson(nested(100_000))).toThrow(DeepJsonError);
  expect(new DeepJsonError()).toBeInstanceOf(SyntaxError);
});

it.each([
  { text: `{"id":7,"params":${nested(9_000)},"method":"x"}`, flat: '{"id":7,"params":null,"method":"x"}' },
  { text: `{"a":{"id":1},"id":"}{\\"","b":[[]]}`, flat: '{"a":null,"id":"}{\\"","b":null}' },
  { text: '{"id":1,"a":[[[[', flat: '{"id":1,"a":null' },
  { text: '[]', flat: '[]' },
])('a deep text is flattened to what it says of itself: $flat', ({ text, flat }) => {
  expect(flattenJson(text)).toBe(flat);
});
