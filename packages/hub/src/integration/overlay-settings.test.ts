import { expect, it } from 'vitest';

import { overlaySettings } from './overlay-settings.ts';

it('takes what was said, and leaves the rest to the overlay', () => {
  expect(overlaySettings({ theme: 'dark', review: false, ...{ store: 'memory:' } })).toEqual({
    theme: 'dark',
    review: false,
  });
  expect(overlaySettings({})).toEqual({});
});
