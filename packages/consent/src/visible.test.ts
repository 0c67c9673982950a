import { expect, it } from 'vitest';

import { visible } from './visible.ts';

it.each([
  { name: 'a change of the direction of writing', text: 'rm \u202egpj.x', shown: 'rm ⟨U+202E⟩gpj.x' },
  { name: 'a character without width', text: 'npm\u200btest', shown: 'npm⟨U+200B⟩test' },
  { name: 'a control character', text: 'a\u001b[2Jb\rc', shown: 'a⟨U+001B⟩[2Jb⟨U+000D⟩c' },
  { name: 'a letter that is empty', text: 'a\u3164b', shown: 'a⟨U+3164⟩b' },
  { name: 'half of a pair', text: 'a\ud800b', shown: 'a⟨U+D800⟩b' },
])('shows $name', ({ text, shown }) => {
  expect(visible(text)).toBe(shown);
});

it('leaves words of all languages, emoji, lines and tabs', () => {
  const text = 'Grüße, 変更, שלום 🎉\n\tsecond line';
  expect(visible(text)).toBe(text);
});
