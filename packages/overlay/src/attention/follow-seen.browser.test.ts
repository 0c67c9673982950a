import { afterEach, describe, expect, it } from 'vitest';

import { type Annotation, create, reply } from '@annotate-mcp/core';
import { sampleAgent, sampleContent, uuidOf } from '@annotate-mcp/core/testing';

import { createOverlayState, type OverlayStateContainer } from '../state/container.ts';
import { initialState } from '../state/reducer.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';

import { followSeen } from './follow-seen.ts';
import { countUnread } from './unread.ts';

const [ada, bo] = [uuidOf(1), uuidOf(2)];
const stops: (() => void)[] = [];

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** A tab of Ada's browser. */
function open(local: Storage, review = false, saw = (_id: string) => true): OverlayStateContainer {
  const config = { hub: '/__annotate', appId: '.', review };
  const container = createOverlayState(initialState(config, 'http://localhost:4200/'));
  container.dispatch({ type: 'me', me: { id: ada, name: 'Ada', isNamed: true, local: true, may: null } });
  stops.push(followSeen({ container, local, projectId: 'shop', saw }));
  return container;
}

function show({ dispatch }: OverlayStateContainer, ...annotations: Annotation[]): void {
  dispatch({
    type: 'annotations',
    annotations: new Map(annotations.map((one) => [one.id, one])),
    unsent: new Set(),
  });
}

describe('what the person has seen', () => {
  const later = (ms: number) => new Date(Date.now() + ms);
  const theirs = create(sampleContent('page', { authorId: bo }), 'pending', later(60_000));
  const answered = reply(theirs, sampleAgent, later(120_000), { id: uuidOf(7), message: 'Done' });

  it('is the thread that is open, with what arrives in it, also after a reload and not in another project', () => {
    const local = new MemoryStorage();
    const first = open(local);
    show(first, theirs);
    expect(countUnread(first.get())).toBe(1);
    first.dispatch({ type: 'thread:open', id: theirs.id });
    expect(countUnread(first.get())).toBe(0);
    show(first, answered);
    expect(countUnread(first.get())).toBe(0);

    const second = open(local);
    show(second, answered);
    expect(countUnread(second.get())).toBe(0);
    const elsewhere = open(new MemoryStorage());
    show(elsewhere, answered);
    expect(countUnread(elsewhere.get())).toBe(1);
  });

  it('is told to the others, once for each state of a thread, and again when there was no connection', () => {
    const told: string[] = [];
    let isOnline = false;
    const tab = open(new MemoryStorage(), false, (id) => isOnline && told.push(id) > 0);
    show(tab, theirs);
    tab.dispatch({ type: 'thread:open', id: theirs.id });
    isOnline = true;
    tab.dispatch({ type: 'connection', state: 'online' });
    show(tab, theirs);
    expect(told).toEqual([theirs.id]);
    show(tab, answered);
    expect(told).toEqual([theirs.id, theirs.id]);
    tab.dispatch({ type: 'thread:close' });
    show(tab, theirs);
    expect(told).toHaveLength(2);
  });

  it('is the item of the list that shows its replies', () => {
    const container = open(new MemoryStorage(), true);
    show(container, theirs);
    container.dispatch({ type: 'panel:toggle' });
    container.dispatch({ type: 'panel:select', id: theirs.id });
    expect(countUnread(container.get())).toBe(0);
  });

  it('is what another tab of the browser has seen', () => {
    const local = new MemoryStorage();
    const [first, second] = [open(local), open(local)];
    show(first, theirs);
    show(second, theirs);
    second.dispatch({ type: 'thread:open', id: theirs.id });
    window.dispatchEvent(new StorageEvent('storage', { key: 'annotate:seen:shop' }));
    expect(countUnread(first.get())).toBe(0);
  });

  it('is taken from no entry that this part did not write', () => {
    const local = new MemoryStorage();
    local.setItem('annotate:seen:shop', '{"since":5,"at":[]}');
    const container = open(local);
    show(container, theirs);
    expect(countUnread(container.get())).toBe(1);
  });
});
