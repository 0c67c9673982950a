import { describe, expect, it } from 'vitest';

import { nearestPlaces, placeKey, placeKeyOf } from './places.ts';
import { sampleAnnotation } from './testing.ts';

describe('place key', () => {
  it.each([
    { asked: '/cart/', key: '/cart' },
    { asked: 'http://localhost:5173/cart#total', key: '/cart' },
    { asked: 'localhost:5173/cart', key: '/cart' },
    { asked: '127.0.0.1:5173/cart', key: '/cart' },
    { asked: '[::1]:5173/cart', key: '/cart' },
    { asked: 'localhost', key: '/' },
    { asked: '#/cart', key: '/#/cart' },
    { asked: '?step=2', key: '/?step=2' },
    { asked: 'docs/plan.md', key: 'docs/plan.md' },
    { asked: './docs/plan.md', key: 'docs/plan.md' },
    { asked: 'README.md', key: 'README.md' },
  ])('of $asked is $key', ({ asked, key }) => {
    expect([placeKey(asked), placeKey(asked), placeKey(key)]).toEqual([key, key, key]);
  });

  it('of an annotation is that of its page or the path of its file', () => {
    expect(placeKeyOf(sampleAnnotation({ pageUrl: 'http://localhost:4200/cart/?utm_source=x' }))).toBe(
      '/cart',
    );
    const comment = sampleAnnotation({ kind: 'markdown' });
    expect(comment).toMatchObject({ path: placeKeyOf(comment) });
  });
});

describe('nearest places', () => {
  const places = [
    '/',
    '/about',
    '/account/orders',
    '/cart?step=2',
    '/checkout',
    '/#/cart/items',
    'docs/plan.md',
    'https://shop.example/cart',
  ];

  it.each([
    { asked: '/cart', first: '/cart?step=2' },
    { asked: '/kart?step=9', first: '/cart?step=2' },
    { asked: 'http://localhost:5173/orders', first: '/account/orders' },
    { asked: '/Checkout', first: '/checkout' },
    { asked: 'plan.md', first: 'docs/plan.md' },
    { asked: '/cart/items', first: '/#/cart/items' },
  ])('of $asked begin with $first', ({ asked, first }) => {
    expect(nearestPlaces(asked, places)[0]).toBe(first);
  });

  it('name the same path on another site among the first', () => {
    expect(nearestPlaces('/cart', places).slice(0, 2)).toContain('https://shop.example/cart');
  });

  it('are five at most, and none where nothing is annotated', () => {
    expect(nearestPlaces('/zzz', places)).toHaveLength(5);
    expect(nearestPlaces('/zzz', [])).toEqual([]);
  });
});
