import { describe, expect, it } from 'vitest';

import type { Decision } from './decide.ts';
import { type FrameAccess, frameAccess, type FrameChain, frameHost } from './frame-access.ts';
import { type PermissionScope, siteOf } from './permission-scope.ts';

const shop = at('https://shop.test/cart');
const bank = at('https://bank.test/pay');
const advert = at('https://ads.test/1');
const written = at('about:srcdoc', '://');
const blank = at('about:blank', '://');

function at(url: string, origin = URL.parse(url)?.origin ?? ''): { url: string; origin: string } {
  return { url, origin };
}

/** The shop is allowed, the bank is never driven, and the rest was not asked about. */
function decide(scope: PermissionScope): Decision {
  if (scope.kind === 'closed') return { refused: 'closed' };
  if (scope.kind !== 'site') return 'allow';
  if (siteOf(scope) === 'https://bank.test' || scope.url.includes('/settings'))
    return { refused: 'never-driven' };
  return siteOf(scope) === 'https://shop.test' ? 'allow' : 'ask';
}

describe('the access to a frame', () => {
  const cases: readonly [string, FrameChain, FrameAccess][] = [
    ['of the same site', [shop, at('https://shop.test/help')], 'open'],
    ['of a site that is never driven', [shop, bank], 'closed'],
    ['of a site that was not asked about', [shop, advert], 'ask'],
    ['of a folder that is never driven', [shop, at('https://shop.test/settings')], 'closed'],
    ['of an allowed site inside of a forbidden one', [shop, bank, shop], 'closed'],
    ['of an allowed site inside of one that was not asked about', [shop, advert, shop], 'ask'],
    ['of a forbidden site inside of an allowed one', [shop, shop, bank], 'closed'],
    ['that the page wrote itself', [shop, written], 'open'],
    ['that the page left empty', [shop, blank], 'open'],
    ['that has no document of its own yet', [shop, at('')], 'open'],
    ['that a forbidden frame wrote', [shop, bank, written], 'closed'],
    ['that is empty inside of a forbidden frame', [shop, bank, at('')], 'closed'],
    ['that a forbidden site emptied', [shop, at('about:blank', 'https://bank.test')], 'closed'],
    ['of data of the page', [shop, at('data:text/html,x', 'null')], 'open'],
    ['of data of a forbidden frame', [shop, bank, at('data:text/html,x', 'null')], 'closed'],
    ['of a blob of the page', [shop, at('blob:https://shop.test/1')], 'open'],
    ['of a blob of a forbidden site', [shop, at('blob:https://bank.test/1')], 'closed'],
    ['of a blob of nobody known inside of a forbidden frame', [shop, bank, at('blob:null/1')], 'closed'],
    ['in a sandbox, with no origin', [shop, at('https://bank.test/pay', 'null')], 'closed'],
    ['of an extension', [shop, at('chrome-extension://abc/form.html')], 'closed'],
    ['of the browser', [shop, at('chrome://settings')], 'closed'],
    ['that shows an error', [shop, at('chrome-error://chromewebdata/', '://')], 'open'],
    ['that is not known yet', [shop, null], 'closed'],
    ['inside of one that is not known yet', [shop, null, shop], 'closed'],
    ['that is none: the page itself', [bank], 'open'],
    ['written by an empty page', [blank, written], 'open'],
  ];
  it.each(cases)('%s', (_, chain, access) => {
    expect(frameAccess(chain, decide)).toBe(access);
  });
});

it('names the host of the frame, which for a written one is that of its writer', () => {
  expect(frameHost([shop, bank])).toBe('bank.test');
  expect(frameHost([shop, bank, written])).toBe('bank.test');
  expect(frameHost([shop, at('http://localhost:3000/x')])).toBe('localhost:3000');
  expect(frameHost([shop, null])).toBe('a page of the browser');
});
