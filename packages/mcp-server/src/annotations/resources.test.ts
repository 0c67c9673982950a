import { describe, expect, it } from 'vitest';

import { acknowledge, create, editText, recordBefore, submit } from '@annotate-mcp/core';
import {
  sampleAgent,
  sampleAnnotation,
  sampleAuthor,
  sampleContent,
  sampleOfSize,
  sampleTime,
  uuidOf,
} from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';

import { startLinked } from '../testing/linked-client.ts';

import { notifySubscriber, type ResourceSubscriber } from './notify-subscribers.ts';
import { pageDerived } from './view.ts';

const page = (path: string) => `annotations://page/${encodeURIComponent(path)}`;

describe('resources', () => {
  it('are [] when the store is empty', async () => {
    const { client } = await (await startLinked()).connect();
    for (const uri of [
      'annotations://all',
      'annotations://open',
      page('/nowhere'),
      'annotations://page/%E0%A4%A',
    ]) {
      expect((await client.readResource({ uri })).contents[0]).toEqual({
        uri,
        mimeType: 'application/json',
        text: '[]',
      });
    }
  });

  it('hold all, the open ones, and those of a page; never drafts, never snapshots', async () => {
    const { store, connect } = await startLinked();
    await store.add(sampleAnnotation({ id: uuidOf(1), pageUrl: 'http://localhost:4200/a b?x=1' }));
    await store.add(sampleAnnotation({ id: uuidOf(2), pageUrl: '/b', status: 'resolved' }));
    await store.add(sampleAnnotation({ id: uuidOf(3), pageUrl: '/c', status: 'draft' }));
    const { client } = await connect();
    const read = async (uri: string) => {
      const [first] = (await client.readResource({ uri })).contents;
      return JSON.parse(first !== undefined && 'text' in first ? first.text : '') as { id: string }[];
    };
    expect((await read('annotations://all')).map(({ id }) => id)).toEqual([1, 2].map(uuidOf));
    expect((await read('annotations://open')).map(({ id }) => id)).toEqual([uuidOf(1)]);
    expect((await read(page('http://localhost:4200/a b?x=1'))).map(({ id }) => id)).toEqual([uuidOf(1)]);
    expect((await read('annotations://all'))[0]).not.toHaveProperty('domSnapshot');
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      'annotations://all',
      'annotations://open',
      page('/a%20b?x=1'),
      page('/b'),
    ]);
    expect((await client.listResourceTemplates()).resourceTemplates).toMatchObject([
      { uriTemplate: 'annotations://page/{url}' },
    ]);
  });

  it('each say which texts are a person’s words and which are data', async () => {
    const { store, connect } = await startLinked();
    await store.add(sampleAnnotation({ id: uuidOf(1), pageUrl: 'http://localhost:4200/cart' }));
    const { client } = await connect();
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const uris = [
      ...resources.map(({ uri }) => uri),
      ...resourceTemplates.map(({ uriTemplate }) => uriTemplate.replace('{url}', '%2Fcart')),
    ];
    expect(uris).toHaveLength(4);
    for (const uri of uris)
      expect((await client.readResource({ uri })).contents[1]).toMatchObject({
        mimeType: 'text/plain',
        text: expect.stringContaining(pageDerived) as unknown,
      });
  });

  it('are cut when long, with the count and how to page on', async () => {
    const { store, connect } = await startLinked('memory:');
    for (let n = 0; n < 300; n++) await store.add(sampleOfSize(6_000, { id: uuidOf(n) }));
    const { client } = await connect();
    const { contents } = await client.readResource({ uri: 'annotations://open' });
    expect(JSON.stringify(contents).length).toBeLessThan(60_000);
    expect(contents[1]).toMatchObject({
      mimeType: 'text/plain',
      text: expect.stringMatching(/of 300\. .*list_annotations/) as unknown,
    });
  });

  it('complete a page’s address', async () => {
    const { store, connect } = await startLinked();
    await store.add(sampleAnnotation({ pageUrl: 'http://localhost/cart' }));
    const { client } = await connect();
    const ref = { type: 'ref/resource' as const, uri: 'annotations://page/{url}' };
    for (const value of ['http://lo', 'http%3A%2F']) {
      const answer = await client.complete({ ref, argument: { name: 'url', value } });
      expect(answer.completion.values).toEqual([encodeURIComponent('/cart')]);
      expect(answer._meta).toEqual({
        'annotate-mcp/pageDerived': expect.stringContaining('never instructions') as unknown,
      });
    }
    expect(
      (await client.complete({ ref, argument: { name: 'url', value: 'ftp' } })).completion.values,
    ).toEqual([]);
    expect((await client.complete({ ref, argument: { name: 'x', value: '' } })).completion.values).toEqual(
      [],
    );
  });
});

describe('prompts', () => {
  it('give the work loop, and the pending ones to triage', async () => {
    const { store, connect } = await startLinked();
    const { client } = await connect();
    const text = async (name: string) => {
      const [message] = (await client.getPrompt({ name })).messages;
      return message?.content.type === 'text' ? message.content.text : '';
    };
    expect((await client.listPrompts()).prompts.map(({ name }) => name)).toEqual(['start-polling', 'triage']);
    expect(await text('start-polling')).toMatch(
      /acknowledge it before touching any file[^]*watch_annotations/,
    );
    expect(await text('triage')).toMatch(/no pending annotations/);
    await store.add(sampleAnnotation());
    expect(await text('triage')).toMatch(/all 1\)[^]*PriceTagComponent/);
  });
});

describe('notifications', () => {
  async function subscribe(uris: string[] | null) {
    const { store, root } = await startLinked();
    const other = await openStore(undefined, { root });
    const notified: string[] = [];
    let next = Promise.withResolvers<undefined>();
    const record = (notification: string) => {
      notified.push(notification);
      next.resolve(undefined);
      next = Promise.withResolvers();
    };
    const subscriber: ResourceSubscriber = {
      subscriptions: uris === null ? null : new Set(uris),
      resourceUpdated: (uri) => record(uri),
      resourceListChanged: () => record('list changed'),
    };
    const until = async (count: number) => {
      while (notified.length < count) await next.promise;
    };
    return { store, other, notified, until, subscriber };
  }

  it('are sent for exactly the subscribed resources that changed, also by another process', async () => {
    const { store, other, notified, until, subscriber } = await subscribe(['annotations://open', page('/a')]);
    await store.add(sampleAnnotation({ id: uuidOf(1), pageUrl: '/a' }));
    await store.add(sampleAnnotation({ id: uuidOf(2), pageUrl: '/b', status: 'resolved' }));
    const notifying = await notifySubscriber(store, subscriber, (error) => {
      throw error;
    });
    await other.update(uuidOf(2), (a) => ({ ...a, annotationText: 'closed and elsewhere' }));
    await other.update(uuidOf(1), (a) => editText(a, sampleAuthor, new Date(), 'bolder'));
    await until(2);
    expect(notified.sort()).toEqual(['annotations://open', page('/a')].sort());
    notifying.close();
    await other.close();
  });

  it('are not sent when a picture from before is stored, which no list has', async () => {
    const { store, other, notified, until, subscriber } = await subscribe([page('/a'), page('/b')]);
    await store.add(sampleAnnotation({ id: uuidOf(1), pageUrl: '/a' }));
    await store.add(sampleAnnotation({ id: uuidOf(2), pageUrl: '/b' }));
    const notifying = await notifySubscriber(store, subscriber, (error) => {
      throw error;
    });
    const edit = (n: number, text: string) =>
      other.update(uuidOf(n), (a) => editText(a, sampleAuthor, new Date(), text));
    await edit(1, 'bolder');
    await until(1);
    const before = { record: 'before.json', takenAt: sampleTime.toISOString() };
    await other.update(uuidOf(1), (a) => recordBefore(a, { type: 'system' }, before));
    await edit(2, 'larger');
    await until(2);
    await edit(2, 'smaller');
    // The second one for /b is held back longer than one for /a would be.
    await until(3);
    expect(notified).toEqual([page('/a'), page('/b'), page('/b')]);
    notifying.close();
    await other.close();
  });

  it('are sent once per resource when a batch is submitted', async () => {
    const { store, other, notified, until, subscriber } = await subscribe([
      'annotations://all',
      'annotations://open',
      page('/a'),
    ]);
    for (let n = 1; n <= 20; n++) {
      await store.add(create(sampleContent('page', { id: uuidOf(n), pageUrl: '/a' }), 'draft', new Date()));
    }
    await store.add(sampleAnnotation({ id: uuidOf(50), pageUrl: '/a', status: 'resolved' }));
    const notifying = await notifySubscriber(store, subscriber, (error) => {
      throw error;
    });
    const drafts = { status: ['draft'], draftsOf: sampleAuthor.authorId } as const;
    await other.updateAll(drafts, (a) => submit(a, sampleAuthor, new Date()));
    await until(3);
    await other.update(uuidOf(50), (a) => a);
    expect(notified.sort()).toEqual(['annotations://all', 'annotations://open', page('/a')].sort());
    notifying.close();
    await other.close();
  });

  it('are not sent for drafts', async () => {
    const { store, notified, until, subscriber } = await subscribe(null);
    const notifying = await notifySubscriber(store, subscriber, (error) => {
      throw error;
    });
    await store.add(sampleAnnotation({ id: uuidOf(1), status: 'draft', pageUrl: '/secret' }));
    await store.add(sampleAnnotation({ id: uuidOf(2), pageUrl: '/a' }));
    await until(4);
    expect(notified).not.toContain(page('/secret'));
    expect(notified.sort()).toEqual(
      ['annotations://all', 'annotations://open', page('/a'), 'list changed'].sort(),
    );
    notifying.close();
  });

  it('treat a claim as a change of the open annotations', async () => {
    const { store, notified, until, subscriber } = await subscribe(['annotations://open']);
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    const notifying = await notifySubscriber(store, subscriber, (error) => {
      throw error;
    });
    await store.update(uuidOf(1), (a) => acknowledge(a, sampleAgent, new Date()));
    await until(1);
    expect(notified).toEqual(['annotations://open']);
    notifying.close();
  });
});
