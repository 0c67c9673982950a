import { expect, it } from 'vitest';

import { overlaySettings } from './options.ts';

it('takes the options that are set, and leaves out all others', () => {
  expect(overlaySettings({ theme: 'dark', review: false, ...{ store: 'memory:' } })).toEqual({
    theme: 'dark',
    review: false,
  });
  expect(overlaySettings({})).toEqual({});
});
