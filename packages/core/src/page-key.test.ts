import { describe, expect, it } from 'vitest';

import { pageKey } from './page-key.ts';

/** All addresses of a row are one page, and `key` is its key. */
const pages: readonly { name: string; key: string; addresses: readonly string[] }[] = [
  {
    name: 'a path alone, every port and every name of this machine',
    key: '/cart',
    addresses: [
      '/cart',
      'http://localhost:5173/cart',
      'http://localhost/cart',
      'https://localhost:8443/cart',
      'HTTP://LOCALHOST:4200/cart',
      'http://127.0.0.1:4321/cart',
      'http://127.8.9.1/cart',
      'http://0.0.0.0:5173/cart',
      'http://[::1]:5173/cart',
      'http://shop.localhost:5173/cart',
      'http://user:secret@localhost:5173/cart',
    ],
  },
  {
    name: 'the local network and tunnels',
    key: '/cart',
    addresses: [
      '/cart',
      'http://192.168.1.20:5173/cart',
      'http://10.0.0.7/cart',
      'http://[fe80::1]:5173/cart',
      'http://my-laptop:5173/cart',
      'http://my-laptop.local:5173/cart',
      'https://shop.test/cart',
      'https://9f3a-84-112.ngrok-free.app/cart',
      'https://shop.eu.ngrok.io/cart',
      'https://quick-fox.trycloudflare.com/cart',
      'https://quick-fox.loca.lt/cart',
      'https://abc-5173.euw.devtunnels.ms/cart',
      'https://shiny-5173.app.github.dev/cart',
      'https://laptop.tail1234.ts.net/cart',
    ],
  },
  {
    name: 'trailing slash and index.html',
    key: '/docs',
    addresses: [
      '/docs',
      '/docs/',
      '/docs//',
      '/docs/index.html',
      '/docs/index.htm',
      'http://localhost:4321/docs/index.html/',
      '//localhost/docs',
    ],
  },
  { name: 'the root', key: '/', addresses: ['/', 'http://localhost:5173', '/index.html', '/?', '/#'] },
  {
    name: 'fragments',
    key: '/cart',
    addresses: ['/cart#total', '/cart#', '/cart#!total', '/cart#:~:text=Free%20delivery', '/cart#total/sum'],
  },
  {
    name: 'tracking parameters',
    key: '/cart?step=2',
    addresses: [
      '/cart?step=2',
      '/cart?utm_source=mail&step=2&utm_campaign=a%20b',
      ...['gclid', 'fbclid', 'msclkid', 'mc_eid', 'mc_cid', '_ga', '_gl', 'igshid', 'gbraid', 'yclid'].map(
        (name) => `/cart?${name}=1&step=2`,
      ),
    ],
  },
  {
    name: 'nothing but tracking',
    key: '/cart',
    addresses: ['/cart?utm_source=mail', '/cart?fbclid=1#total'],
  },
  {
    name: 'the order of parameters',
    key: '/list?a=2&a=1&b=3',
    addresses: ['/list?b=3&a=2&a=1', '/list?a=2&b=3&a=1', 'http://localhost:1/list/?a=2&a=1&b=3#x'],
  },
  {
    name: 'escapes',
    key: '/caf%C3%A9/a%20b?q=a+b',
    addresses: ['/café/a b?q=a b', '/caf%c3%a9/a%20b?q=a%20b', '/c%61f%C3%A9/a%20b?q=a+b'],
  },
  {
    name: 'routes in the fragment',
    key: '/#/cart?step=2',
    addresses: [
      '/#/cart?step=2',
      'http://localhost:5173/index.html#/cart/?utm_source=x&step=2',
      '/#/cart?step=2#total',
    ],
  },
  { name: 'the root route in the fragment', key: '/app', addresses: ['/app/', '/app#/', '/app#!/'] },
  { name: 'hashbang routes', key: '/#!/cart', addresses: ['/#!/cart', 'http://127.0.0.1/#!/cart/'] },
  {
    name: 'another site on any port and protocol',
    key: 'https://shop.example/cart',
    addresses: [
      'https://shop.example/cart',
      'http://shop.example/cart/',
      'http://shop.example:8080/cart#total',
      'https://SHOP.example/cart?utm_source=x',
    ],
  },
  {
    name: 'files',
    key: 'file:///home/ada/site',
    addresses: ['file:///home/ada/site/index.html', 'file:///home/ada/site/#top'],
  },
];

/** No two of these are one page. */
const different = [
  '/',
  '/cart',
  '/Cart',
  '/cart/items',
  '/cart?step=1',
  '/cart?step=2',
  '/cart?ref=mail',
  '/cart%2Fitems',
  '/#/cart',
  '/#!/cart',
  '/#/cart?step=2',
  '/index.html.md',
  '/?/cart',
  'https://shop.example/cart',
  'https://other.example/cart',
  'https://localhost.example/cart',
  'https://notngrok.io/cart',
  'file:///cart',
];

describe('page key', () => {
  it.each(pages)('is the same for $name', ({ key, addresses }) => {
    expect(addresses.map((address) => [address, pageKey(address)])).toEqual(
      addresses.map((address) => [address, key]),
    );
  });

  it('differs where the page differs', () => {
    expect(new Set(different.map((address) => pageKey(address))).size).toBe(different.length);
  });

  it('is an address of its own page', () => {
    const addresses = [
      ...pages.flatMap((page) => page.addresses),
      ...different,
      'http://localhost//evil.example/x',
    ];
    for (const address of addresses) expect(pageKey(pageKey(address))).toBe(pageKey(address));
  });

  it.each(['about:blank', 'javascript:alert(1)', 'http://[', 'blob:http://localhost/1'])(
    'leaves %s as it is, because it is no page of a site',
    (address) => {
      expect(pageKey(address)).toBe(address);
    },
  );

  it('completes a path alone with the site that is named', () => {
    expect(pageKey('/cart', 'https://shop.example/about')).toBe('https://shop.example/cart');
    expect(pageKey('/cart', 'http://192.168.1.20:5173/about')).toBe('/cart');
  });

  // With work that grows with the square of the length, this would take minutes and not a part of a second.
  it.each(['/', '/index.html', '%', '%41', '?a', '#/', '.'])(
    'keeps a hostile address of 400,000 × %j',
    (part) => {
      expect(pageKey(`http://localhost/${part.repeat(400_000)}x`)).toMatch(/^\//);
    },
  );
});
