import { describe, expect, it } from 'vitest';

import type { Addressee } from '@annotate-mcp/core';

import { completed, typedMention } from './mention-field.tsx';

const ada: Addressee = { type: 'person', id: '1', name: 'Ada Lovelace' };
const bo: Addressee = { type: 'person', id: '2', name: 'Bo' };
const claude: Addressee = { type: 'agent', name: 'claude-code' };
const all = [ada, bo, claude];

describe('what is typed behind an @', () => {
  it.each([
    { text: '@', options: all },
    { text: 'Hi @a', options: [ada] },
    { text: 'Hi @ada lo', options: [ada] },
    { text: '(@LOVE', options: [ada] },
    { text: '@claude', options: [claude] },
    { text: '@Bo ', options: null },
    { text: '@x', options: null },
    { text: 'me@bo', options: null },
    { text: '@\nb', options: null },
    { text: 'none', options: null },
  ])('offers for "$text" who begins so', ({ text, options }) => {
    expect(typedMention(text, text.length, all)?.options ?? null).toEqual(options);
  });

  it('is looked for before the caret only', () => {
    expect(typedMention('@ and more', 1, all)?.options).toEqual(all);
    expect(typedMention('and @bo', 3, all)).toBeNull();
  });

  it('is completed with the name and one space, and the caret behind it', () => {
    expect(completed('Ask @a please', 6, { start: 4 }, ada)).toEqual({
      text: 'Ask @Ada Lovelace please',
      caret: 18,
    });
    expect(completed('@', 1, { start: 0 }, bo)).toEqual({ text: '@Bo ', caret: 4 });
  });
});
