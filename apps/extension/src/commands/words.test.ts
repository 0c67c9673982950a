import { describe, expect, it } from 'vitest';

import { describeDeed, describeWish } from './words.ts';

const on = (name: string) => ({ on: `button ${JSON.stringify(name)}` });

describe('what an agent did, in words', () => {
  it.each([
    ['click', { clickCount: 1 }, on('Save'), 'Clicked “Save”'],
    ['hover', {}, on('Menu'), 'Pointed at “Menu”'],
    ['drag', {}, on('Card'), 'Dragged “Card”'],
    ['click', { clickCount: 1 }, { on: '<div#a> "Say \\"hi\\""' }, 'Clicked “Say "hi"”'],
    ['click', { clickCount: 1 }, { on: 'button' }, 'Clicked the button'],
    ['click', { clickCount: 1 }, { on: '<canvas>' }, 'Clicked an element'],
    ['type', { text: 'Ada' }, { on: 'textbox "Name"', value: 'Ada' }, 'Typed “Ada” into “Name”'],
    [
      'type',
      { text: 'hunter2' },
      { on: 'textbox "Password"', value: null },
      'Typed a secret into “Password”',
    ],
    ['type', { text: 'hunter2' }, { on: '<canvas>', value: null }, 'Typed keys'],
    ['type', { text: 'token=abc' }, { on: 'textbox "Q"', value: 'x' }, 'Typed “token=[redacted]” into “Q”'],
    ['navigate', { to: { url: 'https://shop.test/a?b' } }, {}, 'Went to shop.test'],
    ['navigate', { to: 'back' }, {}, 'Went back'],
    ['upload', { files: [{ name: 'a.png' }] }, {}, 'Uploaded “a.png”'],
    ['fly_away', {}, {}, 'Did “fly away”'],
  ])('%s %j', (type, params, result, words) => {
    expect(describeDeed(type, 'done', { params, result })).toBe(words);
  });

  it('says that it could not be done, and that it was not allowed', () => {
    const facts = { params: { text: 'hunter2' }, result: null };
    expect(describeDeed('type', 'failed', facts)).toBe('Could not type');
    expect(describeDeed('execute_js', 'refused', facts)).toBe('Was not allowed to run a script');
  });

  it('has words for long names on one line', () => {
    const words = describeDeed('click', 'done', { params: {}, result: on(`a\n${'b'.repeat(500)}`) });
    expect(words).toMatch(/^Clicked “a b+…”$/);
    expect(words.length).toBeLessThan(80);
  });
});

describe('what an agent wants to do, in words', () => {
  it('is said with the code that is to run, cut off where it is long', () => {
    expect(describeWish('hover', { tabId: 1 })).toEqual({ wants: 'Point at something on the page.' });
    expect(describeWish('execute_js', { code: 'x'.repeat(4_003) })).toEqual({
      wants: 'Run this code in the page:',
      code: `${'x'.repeat(4_000)}\n… and 3 more characters`,
    });
  });
});
