import { expect, it } from 'vitest';

import { announcement } from './messages.ts';

it('says how to start, and with the network option how other machines get in', () => {
  expect(announcement({}, '/docs')).toEqual([expect.stringMatching(/^press Alt\+Shift\+A/)]);
  expect(announcement({ network: true, token: 'a+b' }, '/docs')).toEqual([
    expect.stringMatching(/^press/),
    'on other machines, open /docs/__annotate?apiKey=a%2Bb of this server once',
  ]);
});
