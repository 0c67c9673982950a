import { afterEach, expect, it } from 'vitest';

import { readPageFacts } from './page-facts.ts';

const address = location.href;
afterEach(() => {
  history.replaceState(null, '', address);
  document.body.replaceChildren();
});

it('names the story of the address only on a page of Storybook', () => {
  history.replaceState(null, '', '?id=shop-card--filled&viewMode=story');
  expect(readPageFacts()).not.toHaveProperty('storyId');
  document.body.innerHTML = '<div id="storybook-root"></div>';
  expect(readPageFacts()).toMatchObject({ storyId: 'shop-card--filled' });
});
