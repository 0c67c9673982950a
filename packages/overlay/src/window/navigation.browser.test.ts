import { afterEach, beforeEach, expect, it } from 'vitest';

import { watchHistory, watchNavigation } from './navigation.ts';

const home = location.href;
let urls: string[];
let stop: () => void;

beforeEach(() => {
  urls = [];
  stop = () => undefined;
});
afterEach(() => {
  stop();
  history.replaceState(null, '', home);
});

it('tells each new address of the tab once', async () => {
  stop = watchNavigation(window, (url) => urls.push(url));
  history.pushState(null, '', '?page=2');
  history.replaceState({ same: true }, '', '?page=2');
  history.pushState(null, '', '?page=3');
  await expect.poll(() => urls.map((url) => new URL(url).search)).toEqual(['?page=2', '?page=3']);
});

it('hears pushState where there is no Navigation API, and puts the page as it was', () => {
  const pushState = () => Reflect.get(history, 'pushState') as unknown;
  const before = pushState();
  stop = watchHistory(window, () => urls.push(location.search));
  expect(pushState()).not.toBe(before);
  history.pushState(null, '', '?page=4');
  expect(urls).toEqual(['?page=4']);
  stop();
  expect(pushState()).toBe(before);
  expect(Object.hasOwn(history, 'pushState')).toBe(false);
  history.pushState(null, '', '?page=5');
  expect(urls).toEqual(['?page=4']);
});
