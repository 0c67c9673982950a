import { describe, expect, it } from 'vitest';

import { accept, type Annotation, create, type HubMessage, placedOf, resolve } from '@annotate-mcp/core';
import {
  sampleAgent,
  sampleAuthor,
  sampleContent,
  sampleOfSize,
  sampleTime,
  uuidOf,
} from '@annotate-mcp/core/testing';
import type { Store } from '@annotate-mcp/store';

import { startHub } from './testing/hub-server.ts';
import { payload, type TestTab } from './testing/tab.ts';

type Sync = HubMessage & { type: 'annotations:sync' };
const pageUrl = (n: number) => `http://localhost:5173/page-${n}`;
const here = { url: pageUrl(1), inPortions: true };

async function fill(store: Store, total: number, onEachPage: number): Promise<Annotation[]> {
  const filled: Annotation[] = [];
  for (let n = 1; n <= total; n++) {
    const url = pageUrl(Math.ceil(n / onEachPage));
    filled.push(await store.add(sampleOfSize(6_000, { id: uuidOf(n), appId: '.', pageUrl: url })));
  }
  return filled;
}

async function resumed(tab: TestTab, fields: Parameters<TestTab['resume']>[0] = here): Promise<Sync> {
  const sync = (await tab.resume(fields)).find((one): one is Sync => one.type === 'annotations:sync');
  if (sync === undefined) throw new Error('The page got no list.');
  return sync;
}

const idsOf = (annotations: readonly Annotation[] = []) => annotations.map(({ id }) => id);

describe('a page that asks for portions', () => {
  it('gets everything as a whole in a project of usual size', async () => {
    const { connect, store } = await startHub();
    const all = await fill(store, 200, 10);
    const sync = await resumed(await connect());
    expect(sync.annotations).toEqual(all);
    expect(sync).not.toHaveProperty('rest');
  });

  it('gets its own as far as they have a badge, the newest others in brief, and how many there are', async () => {
    const { connect, store } = await startHub();
    const all = await fill(store, 260, 20);
    const tab = await connect();
    const sync = await resumed(tab);
    expect(sync.annotations).toEqual(all.slice(0, 20).map(placedOf));
    expect(JSON.stringify(sync.annotations).length).toBeLessThan(20 * 2_000);
    expect(idsOf(sync.briefs)).toEqual(idsOf(all.slice(-50)).reverse());
    expect(JSON.stringify(sync.briefs).length).toBeLessThan(50 * 1_000);
    expect(sync.rest).toMatchObject({ counts: { open: 260, closed: 0 } });
  });

  it('reads on until it has every comment, each once', async () => {
    const { connect, store } = await startHub();
    const all = await fill(store, 700, 20);
    const tab = await connect();
    const sync = await resumed(tab);
    const found = idsOf(sync.briefs);
    let next = sync.rest?.next.open ?? null;
    while (next !== null) {
      tab.send({ type: 'annotations:next', list: 'open', next });
      const part = await tab.next('annotations:part');
      found.push(...idsOf(part.briefs));
      next = part.read?.next ?? null;
    }
    expect(found).toEqual(idsOf(all).reverse());
  });

  it('gets as a whole what it asks for, and what another page shows', async () => {
    const { connect, store } = await startHub();
    const all = await fill(store, 240, 20);
    const tab = await connect();
    await resumed(tab);
    tab.send({ type: 'annotations:whole', ids: [uuidOf(30), uuidOf(200)] });
    const { annotations } = await tab.next('annotations:part');
    expect(annotations).toEqual([all[29], all[199]]);
    tab.send({ type: 'annotations:page', url: pageUrl(3) });
    expect((await tab.next('annotations:part')).annotations).toEqual(all.slice(40, 60).map(placedOf));
  });

  it('has a badge for what the person has not accepted, and only a line for what they have', async () => {
    const { connect, store } = await startHub();
    await fill(store, 240, 240);
    const done = (one: Annotation) => resolve(one, sampleAgent, sampleTime);
    await store.update(uuidOf(5), done);
    await store.update(uuidOf(6), (one) => accept(done(one), sampleAuthor, sampleTime));
    const sync = await resumed(await connect());
    expect(idsOf(sync.annotations)).toContain(uuidOf(5));
    expect(idsOf(sync.annotations)).not.toContain(uuidOf(6));
    expect(idsOf(sync.briefs)).toContain(uuidOf(6));
    expect(sync.rest?.counts).toEqual({ open: 238, closed: 2 });
  });

  it('has its drafts of all pages, and nobody else has them', async () => {
    const { connect, store } = await startHub();
    await fill(store, 210, 10);
    const writer = await connect();
    await resumed(writer, { ...here, authorSecret: uuidOf(900) });
    const draft = { ...payload(901), pageUrl: pageUrl(7) };
    await writer.request({ type: 'annotation:create', payload: draft, draft: true });
    const asWriter = await resumed(await connect(), { ...here, authorSecret: uuidOf(900) });
    expect(idsOf(asWriter.annotations)).toContain(uuidOf(901));
    const other = await connect();
    const asOther = await resumed(other, { ...here, authorSecret: uuidOf(902) });
    expect(JSON.stringify(asOther)).not.toContain(uuidOf(901));
    other.send({ type: 'annotations:whole', ids: [uuidOf(901)] });
    expect((await other.next('annotations:part')).annotations).toEqual([]);
    other.send({ type: 'annotations:page', url: pageUrl(7) });
    expect(idsOf((await other.next('annotations:part')).annotations)).not.toContain(uuidOf(901));
  });

  it('is told of every change, and how many there are now', async () => {
    const { connect, store } = await startHub();
    await fill(store, 230, 10);
    const tab = await connect();
    await resumed(tab);
    await store.update(uuidOf(100), (one) => resolve(one, sampleAgent, sampleTime));
    expect(await tab.next('annotation:updated')).toMatchObject({ annotation: { id: uuidOf(100) } });
    // What was filled in before may still be counted when the page is there.
    const counted = await tab.first(
      (message) => message.type === 'annotations:counts' && message.counts.open === 229,
    );
    expect(counted).toEqual({ type: 'annotations:counts', counts: { open: 229, closed: 1 } });
  });

  it('is told how many there are when it goes on after its cursor', async () => {
    const { connect, store } = await startHub();
    await fill(store, 230, 10);
    const first = await connect();
    const { cursor } = await resumed(first);
    await store.remove(uuidOf(100));
    // The counts that come with the change are sent before the other page is there.
    await first.first((message) => message.type === 'annotations:counts' && message.counts.open === 229);
    const tab = await connect();
    const missed = await tab.resume({ ...here, cursor });
    expect(missed.map(({ type }) => type)).toContain('annotation:removed');
    expect((await tab.next('annotations:counts')).counts).toEqual({ open: 229, closed: 0 });
  });

  it('hears when what it asks for cannot be read, and when it has got it', async () => {
    const { connect, store } = await startHub();
    await fill(store, 230, 10);
    const tab = await connect();
    await resumed(tab);
    const wrong = await tab.request({ type: 'annotations:next', list: 'open', next: 'of no list' });
    expect(wrong).toMatchObject({ type: 'error' });
    expect(await tab.request({ type: 'annotations:whole', ids: [uuidOf(1)] })).toMatchObject({
      type: 'message:done',
    });
  });

  it('does not get annotations of another app', async () => {
    const { connect, store } = await startHub();
    await fill(store, 210, 10);
    await store.add(
      create(sampleContent('page', { appId: 'other', id: uuidOf(950) }), 'pending', sampleTime),
    );
    const tab = await connect();
    await resumed(tab);
    tab.send({ type: 'annotations:whole', ids: [uuidOf(950)] });
    expect((await tab.next('annotations:part')).annotations).toEqual([]);
  });
});

it('gets everything when it does not ask for portions, as pages of older releases', async () => {
  const { connect, store } = await startHub();
  const all = await fill(store, 230, 10);
  const sync = await resumed(await connect(), { url: pageUrl(1) });
  expect(sync.annotations).toEqual(all);
});
