import { describe, expect, it } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';

import { MemoryStorage } from '../testing/memory-storage.ts';

import { lockSession } from './identity.ts';
import { type OutboxMessage, openOutbox, type Outbox, type OutboxOptions } from './outbox.ts';

const { locks } = navigator;

describe('openOutbox', () => {
  it('finds after a reload what was not confirmed, in the order it was done', () => {
    const local = new MemoryStorage();
    const before = open({ local }, 'tab');
    before.add(accept(1));
    const second = before.add(accept(2));
    before.add(accept(3), true);
    before.remove(second.ref);
    expect(open({ local }, 'tab').entries()).toMatchObject([
      { message: accept(1), isRestored: true },
      { message: accept(3), isRestored: true, picture: true },
    ]);
  });

  it('keeps the order when the clock stands still or goes back', () => {
    const local = new MemoryStorage();
    const times = [1_000, 1_000, 500, 500, 400, 400];
    const outbox = open({ local, now: () => times.shift() ?? 0 }, 'tab');
    for (const n of [1, 2, 3]) outbox.add(accept(n));
    expect(
      open({ local }, 'tab')
        .entries()
        .map(({ message }) => message),
    ).toEqual([1, 2, 3].map(accept));
  });

  it('leaves what another open tab and another app have not sent to them', async () => {
    const local = new MemoryStorage();
    const other = await lockSession('.', { local: null, session: null }, locks);
    open({ local }, other.id).add(accept(1));
    open({ local, projectId: 'apps/other' }, 'gone').add(accept(2));
    const outbox = open({ local }, 'tab');
    expect(await outbox.takeOverClosedTabs()).toBe(false);
    expect(outbox.entries()).toEqual([]);
    other.release();
  });

  it('takes over what a closed tab left, once', async () => {
    const local = new MemoryStorage();
    const other = await lockSession('.', { local: null, session: null }, locks);
    const left = open({ local }, other.id).add(accept(1));
    other.release();
    const mine = await lockSession('.', { local: null, session: null }, locks);
    const outbox = open({ local }, mine.id);
    expect(await outbox.takeOverClosedTabs()).toBe(true);
    expect(await outbox.takeOverClosedTabs()).toBe(false);
    expect(outbox.entries()).toMatchObject([{ ref: left.ref, tab: mine.id }]);
    const third = open({ local }, 'third');
    expect(await third.takeOverClosedTabs()).toBe(false);
    mine.release();
  });

  it('takes over all entries where the browser has no locks', async () => {
    const local = new MemoryStorage();
    open({ local, locks: null }, 'other').add(accept(1));
    const outbox = open({ local, locks: null }, 'tab');
    expect(await outbox.takeOverClosedTabs()).toBe(true);
    expect(outbox.entries()).toHaveLength(1);
  });

  it('makes its own what was added before there was a session', () => {
    const local = new MemoryStorage();
    const outbox = openOutbox({ projectId: '.', local, locks, onUnstored: () => undefined });
    outbox.add(accept(1));
    outbox.reload('tab');
    expect(outbox.entries()).toMatchObject([{ tab: 'tab', message: accept(1) }]);
    expect(open({ local }, 'tab').entries()).toHaveLength(1);
  });

  it('does not send what another tab has sent while the page was away', () => {
    const local = new MemoryStorage();
    const outbox = open({ local }, 'tab');
    outbox.add(accept(1));
    local.clear();
    outbox.reload('tab');
    expect(outbox.entries()).toEqual([]);
  });

  it.each([
    { name: 'full', local: () => new MemoryStorage(() => true) },
    { name: 'forbidden', local: () => null },
  ])('keeps in memory what a storage that is $name does not take, and says so once', ({ local }) => {
    let told = 0;
    const outbox = open({ local: local(), onUnstored: () => told++ }, 'tab');
    const first = outbox.add(accept(1));
    outbox.add(accept(2));
    outbox.remove(first.ref);
    outbox.reload('tab');
    expect(outbox.entries()).toMatchObject([{ message: accept(2) }]);
    expect(told).toBe(1);
  });

  it('writes what it could not before as soon as there is room', () => {
    let full = true;
    const local = new MemoryStorage(() => full);
    const outbox = open({ local }, 'tab');
    outbox.add(accept(1));
    full = false;
    outbox.reload('tab');
    expect(open({ local }, 'tab').entries()).toHaveLength(1);
  });

  it('leaves alone what it cannot read', () => {
    const local = new MemoryStorage();
    local.setItem('annotate:outbox:.:1:a', 'not JSON');
    local.setItem('annotate:outbox:.:2:b', '{}');
    // As an app may have left it, which writes to the same storage.
    const odd = { ref: 'c', order: 3, tab: 'tab', at: 'now', message: 'annotation:accept' };
    local.setItem('annotate:outbox:.:3:c', JSON.stringify(odd));
    expect(open({ local }, 'tab').entries()).toEqual([]);
    expect(local.length).toBe(3);
  });

  it('replaces an entry in its place', () => {
    const local = new MemoryStorage();
    const outbox = open({ local }, 'tab');
    const entry = outbox.add(accept(1), true);
    outbox.add(accept(2));
    const { picture, ...uploaded } = entry;
    outbox.replace({ ...uploaded, message: accept(3) });
    outbox.replace({ ...entry, ref: 'unknown' });
    for (const { entries } of [outbox, open({ local }, 'tab')])
      expect(entries().map(({ message }) => message)).toEqual([accept(3), accept(2)]);
  });
});

function open(options: Partial<OutboxOptions>, tab: string): Outbox {
  const outbox = openOutbox({ projectId: '.', local: null, locks, onUnstored: () => undefined, ...options });
  outbox.reload(tab);
  return outbox;
}

function accept(n: number): OutboxMessage {
  return { type: 'annotation:accept', id: uuidOf(n) };
}
