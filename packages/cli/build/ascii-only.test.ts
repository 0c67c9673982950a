import { expect, it } from 'vitest';

import { escapeBeyondAscii } from './ascii-only.ts';

it.each([
  { name: 'a string', code: `export const text = "a → b";` },
  { name: 'a template', code: 'export const text = `a → ${"b"}`;' },
  { name: 'a character of two units', code: `export const text = "🙂";` },
  { name: 'a regular expression', code: `export const text = String(/[–🙂]/u.test("–"));` },
])('escapes $name without changing what it says', async ({ code }) => {
  const escaped = escapeBeyondAscii('chunk.mjs', code);
  expect(escaped).toMatch(/^[\0-\x7f]+$/);
  expect(await textOf(escaped)).toBe(await textOf(code));
});

it('refuses a tagged template, whose function may read the escape itself', () => {
  expect(() => escapeBeyondAscii('chunk.mjs', 'String.raw`→`;')).toThrow('chunk.mjs has a tagged template');
});

async function textOf(code: string): Promise<unknown> {
  const url = `data:text/javascript,${encodeURIComponent(code)}`;
  return ((await import(/* @vite-ignore */ url)) as { text: unknown }).text;
}
