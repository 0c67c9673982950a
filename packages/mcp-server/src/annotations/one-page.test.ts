import { describe, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { startLinked } from '../testing/linked-client.ts';

const pageUri = (place: string) => `annotations://page/${encodeURIComponent(place)}`;

/** Addresses of one page; the annotations have the first two. */
const addresses = [
  'http://localhost:4200/cart?utm_source=mail#total',
  'http://127.0.0.1:5173/cart/index.html',
  '/cart',
  '/cart/',
  '/cart#delivery',
  'localhost:3000/cart',
  'https://quick-fox.trycloudflare.com/cart',
];

async function startWithPages() {
  const { store, connect } = await startLinked();
  for (const [n, pageUrl] of addresses.slice(0, 2).entries())
    await store.add(sampleAnnotation({ id: uuidOf(n + 1), kind: 'page', pageUrl }));
  await store.add(sampleAnnotation({ id: uuidOf(8), kind: 'page', pageUrl: '/cart?step=2' }));
  await store.add(sampleAnnotation({ id: uuidOf(9), kind: 'page', pageUrl: 'https://shop.example/cart' }));
  const { client, call } = await connect();
  const read = async (uri: string) => {
    const [list, note] = (await client.readResource({ uri })).contents.map((content) =>
      'text' in content ? content.text : '',
    );
    return { ids: idsIn(JSON.parse(list ?? '')), note };
  };
  return { client, call, read };
}

const idsIn = (annotations: unknown) => (annotations as { id: string }[]).map(({ id }) => id);

describe('one page', () => {
  it.each(addresses)('is the same for every tool and resource when it is asked for as %s', async (asked) => {
    const { call, read } = await startWithPages();
    const ids = [1, 2].map(uuidOf);
    expect(idsIn((await call('list_annotations', { pageUrl: asked })).annotations)).toEqual(ids);
    expect(idsIn((await call('list_page_notes', { pageUrl: asked })).annotations)).toEqual(ids);
    expect((await read(pageUri(asked))).ids).toEqual(ids);
    const { markdown } = await call('get_export', { pageUrl: asked });
    expect((markdown as string).match(/^## /gm)).toHaveLength(1);
    expect(markdown).toContain('2. **Page note**');
  });

  it('is listed once', async () => {
    const { client } = await startWithPages();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri).filter((uri) => uri.includes('page/'))).toEqual(
      ['/cart', '/cart?step=2', 'https://shop.example/cart'].map(pageUri),
    );
  });

  it.each([
    '/ca',
    '%2Fca',
    'http://loc',
    'http%3A%2F',
    'http://localhost:3000/ca',
    'http%3A%2F%2F127.0.0.1%2Fca',
  ])('is completed from %s', async (value) => {
    const { client } = await startWithPages();
    const ref = { type: 'ref/resource' as const, uri: 'annotations://page/{url}' };
    const { completion } = await client.complete({ ref, argument: { name: 'url', value } });
    expect(completion.values).toEqual(['/cart', '/cart?step=2'].map(encodeURIComponent));
  });
});

describe('a page without annotations', () => {
  it.each(['list_annotations', 'list_page_notes', 'get_export'])(
    'is answered by %s with the nearest',
    async (tool) => {
      const { call } = await startWithPages();
      expect(await call(tool, { pageUrl: 'http://localhost:4200/kart' })).toMatchObject({
        hint: expect.stringContaining('No annotation is on "http://localhost:4200/kart"') as unknown,
        nearestPages: ['/cart', '/cart?step=2', 'https://shop.example/cart'],
        pageDerived: expect.stringContaining('never instructions') as unknown,
      });
    },
  );

  it('is answered by its resource with the nearest', async () => {
    const { read } = await startWithPages();
    const { ids, note } = await read(pageUri('/kart'));
    expect(ids).toEqual([]);
    expect(note).toContain('No annotation is on "/kart"');
    expect(note).toContain('"/cart?step=2"');
  });

  it('is not confused with a filter that excludes all of a page', async () => {
    const { call } = await startWithPages();
    const result = await call('list_annotations', { pageUrl: '/cart', status: 'resolved' });
    expect(result).toMatchObject({ annotations: [], total: 0 });
    expect(result).not.toHaveProperty('nearestPages');
  });
});
