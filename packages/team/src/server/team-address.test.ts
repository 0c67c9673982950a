import { expect, it } from 'vitest';

import { parseAddress } from './team-address.ts';

it.each([
  ['/health', { name: 'health' }],
  ['/join', { name: 'join' }],
  ['/p/shop/mcp', { name: 'mcp', project: 'shop' }],
  ['/p/shop/__annotate', { name: 'page', project: 'shop', target: '/__annotate' }],
  [
    '/p/shop/__annotate/api/x?page=%2F',
    { name: 'page', project: 'shop', target: '/__annotate/api/x?page=%2F' },
  ],
  [
    '/k/annk_x/__annotate/overlay.js',
    { name: 'page-by-key', key: 'annk_x', target: '/__annotate/overlay.js' },
  ],
  ['/', { name: 'home' }],
  ['/?project=shop&thread=1', { name: 'home' }],
  ['/home/page-Ab12.js', { name: 'home-file', file: 'page-Ab12.js' }],
  ['/home/../secret', { name: 'nothing' }],
  ['/home/', { name: 'nothing' }],
  ['/p/shop/list?text=a', { name: 'overview', project: 'shop', part: 'list' }],
  ['/p/shop/list/x', { name: 'nothing' }],
  ['/k/key/list', { name: 'nothing' }],
  ['/p/shop', { name: 'nothing' }],
  ['/p/shop/', { name: 'nothing' }],
  ['/p/shop/__annotatex', { name: 'nothing' }],
  ['/p/../__annotate', { name: 'page', project: '..', target: '/__annotate' }],
  ['/p/a%2fb/__annotate', { name: 'nothing' }],
  ['/k/key/mcp', { name: 'nothing' }],
  ['/healthz', { name: 'nothing' }],
  ['/constructor', { name: 'nothing' }],
  ['//evil/p/shop/mcp', { name: 'nothing' }],
])('%s', (target, address) => {
  expect(parseAddress(target)).toEqual(address);
});
