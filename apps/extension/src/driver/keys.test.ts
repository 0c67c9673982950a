import { describe, expect, it } from 'vitest';

import { keyFor, readChord } from './keys.ts';

describe('a chord', () => {
  it.each([
    { text: 'Enter', modifiers: [], key: 'Enter' },
    { text: 'Control+Shift+K', modifiers: ['Control', 'Shift'], key: 'K' },
    { text: 'Ctrl+a', modifiers: ['Control'], key: 'a' },
    { text: 'Meta++', modifiers: ['Meta'], key: '+' },
    { text: '+', modifiers: [], key: '+' },
    { text: 'Shift+Space', modifiers: ['Shift'], key: ' ' },
    { text: 'F12', modifiers: [], key: 'F12' },
  ])('$text is read', ({ text, modifiers, key }) => {
    expect(readChord(text, false)).toMatchObject({ modifiers, key: { key } });
  });

  it('means the key that commands are given with on this system', () => {
    expect(readChord('ControlOrMeta+a', true)?.modifiers).toEqual(['Meta']);
    expect(readChord('ControlOrMeta+a', false)?.modifiers).toEqual(['Control']);
  });

  it.each(['Hyper+Q', 'Enterr', '', 'Control+'])('%j is none', (text) => {
    expect(readChord(text, false)).toBeNull();
  });
});

describe('a character', () => {
  it.each([
    { char: 'a', code: 'KeyA', shift: false },
    { char: 'Z', code: 'KeyZ', shift: true },
    { char: '!', code: 'Digit1', shift: true },
    { char: '?', code: 'Slash', shift: true },
  ])('$char has its key', ({ char, code, shift }) => {
    expect(keyFor(char)).toMatchObject({ code, text: char, shift });
  });

  it('that no key types has none', () => {
    expect(keyFor('é')).toBeNull();
    expect(keyFor('👩‍👩‍👧')).toBeNull();
  });
});
