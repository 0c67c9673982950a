import { describe, expect, it } from 'vitest';

import { MemoryStorage } from '../testing/memory-storage.ts';

import type { Action } from './actions.ts';
import { openMemory, type Storages } from './memory.ts';
import { initialState, reduce } from './reducer.ts';

const config = { hub: '/__annotate', appId: '.' };
const url = 'http://localhost/';
const day = 24 * 60 * 60 * 1_000;

describe('openMemory', () => {
  it('brings back settings, the panel and kept texts after a reload', () => {
    const storages = browser();
    use(storages, [
      { type: 'setting:theme', theme: 'dark' },
      { type: 'setting:corner', corner: 'top-left' },
      { type: 'setting:badges', hidden: true },
      { type: 'setting:notifications', on: true },
      { type: 'panel:toggle' },
      { type: 'panel:tab', tab: 'all' },
      { type: 'reply:text', id: 'a', text: 'Why?' },
    ]);
    expect(openMemory(storages, 'shop').recall()).toEqual({
      theme: 'dark',
      corner: 'top-left',
      hideBadges: true,
      notifications: true,
      panel: { tab: 'all', filter: 'open', selected: null },
      kept: new Map([['a', 'Why?']]),
    });
  });

  it('keeps the name under which earlier releases stored that badges are hidden', () => {
    const storages = browser();
    use(storages, [{ type: 'setting:badges', hidden: true }]);
    const stored: unknown = JSON.parse(storages.local?.getItem('annotate:settings') ?? 'null');
    expect(stored).toMatchObject({ hideMarkers: true });
    expect(stored).not.toHaveProperty('hideBadges');
  });

  it('remembers no mode, and a closed panel as closed', () => {
    const storages = browser();
    use(storages, [{ type: 'inspect:toggle' }, { type: 'panel:toggle' }, { type: 'panel:toggle' }]);
    expect(initialState(config, url, openMemory(storages, 'shop').recall())).toMatchObject({
      mode: { name: 'hidden' },
      panel: null,
    });
  });

  it('keeps what two tabs type, each under its own key', () => {
    const { local } = browser();
    use({ local, session: null }, [{ type: 'reply:text', id: 'a', text: 'from one tab' }]);
    use({ local, session: null }, [{ type: 'reply:text', id: 'b', text: 'from the other' }]);
    expect([...(openMemory({ local, session: null }, 'shop').recall().kept ?? [])]).toHaveLength(2);
  });

  it('brings back nothing that was typed in another project at the same address', () => {
    const storages = browser();
    use(storages, [
      { type: 'setting:theme', theme: 'dark' },
      { type: 'reply:text', id: 'a', text: 'Why?' },
    ]);
    expect(openMemory(storages, 'other').recall()).toEqual({
      theme: 'dark',
      corner: 'bottom-right',
      hideBadges: false,
      notifications: false,
      kept: new Map(),
    });
    expect(openMemory(storages, 'shop').recall().kept).toEqual(new Map([['a', 'Why?']]));
  });

  it('forgets text that was sent, and text that is older than a month', () => {
    const storages = browser();
    use(storages, [
      { type: 'reply:text', id: 'a', text: 'sent' },
      { type: 'reply:text', id: 'b', text: 'left' },
      { type: 'reply:text', id: 'a', text: '' },
    ]);
    expect(openMemory(storages, 'shop').recall().kept).toEqual(new Map([['b', 'left']]));
    expect(openMemory(storages, 'shop', () => Date.now() + 31 * day).recall().kept).toEqual(new Map());
    expect(storages.local?.length).toBe(0);
  });

  it('takes nothing from entries that it did not write', () => {
    const storages = browser();
    storages.local?.setItem('annotate:settings', '{"theme":"pink","corner":7}');
    storages.local?.setItem('annotate:kept:a', 'not JSON');
    storages.session?.setItem('annotate:panel', '[]');
    expect(openMemory(storages, 'shop').recall()).toEqual({ kept: new Map() });
  });

  it.each<{ name: string; storages: Storages }>([
    { name: 'forbidden', storages: { local: null, session: null } },
    {
      name: 'full',
      storages: { local: new MemoryStorage(() => true), session: new MemoryStorage(() => true) },
    },
  ])('does without a storage that is $name', ({ storages }) => {
    use(storages, [{ type: 'panel:toggle' }, { type: 'reply:text', id: 'a', text: 'Why?' }]);
    expect(openMemory(storages, 'shop').recall()).toEqual({ kept: new Map() });
  });
});

function browser(): Storages {
  return { local: new MemoryStorage(), session: new MemoryStorage() };
}

function use(storages: Storages, actions: readonly Action[]): void {
  const memory = openMemory(storages, 'shop');
  let state = initialState(config, url, memory.recall());
  memory.remember(state);
  for (const action of actions) {
    state = reduce(state, action);
    memory.remember(state);
  }
}
