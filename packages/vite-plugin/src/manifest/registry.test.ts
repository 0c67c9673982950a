import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it, vi } from 'vitest';

import { createRegistry } from './registry.ts';

describe('createRegistry', () => {
  it('keeps two components of one name apart by selector, else by path', () => {
    const { set, manifest } = createRegistry(() => undefined);
    set('src/b.ts', [{ name: 'Card', selector: 'b-card' }]);
    set('src/c.tsx', [{ name: 'Card' }]);
    set('src/a.tsx', [{ name: 'Card' }]);
    expect(manifest()).toEqual({
      Card: { component: 'src/a.tsx' },
      'Card#b-card': { component: 'src/b.ts', selector: 'b-card' },
      'Card#src/c.tsx': { component: 'src/c.tsx' },
    });
  });

  it('replaces what a module said before, and forgets a deleted one', () => {
    const { set, remove, manifest } = createRegistry(() => undefined);
    set('src/a.tsx', [{ name: 'Old' }]);
    set('src/a.tsx', [{ name: 'New' }]);
    expect(manifest()).toEqual({ New: { component: 'src/a.tsx' } });
    remove('src/a.tsx');
    expect(manifest()).toEqual({});
  });

  it('tells of many changes in one turn once, and of none when nothing changed', async () => {
    const changed = vi.fn();
    const { set } = createRegistry(changed);
    for (let at = 0; at < 50; at++) set(`src/${at}.tsx`, [{ name: `C${at}` }]);
    await nextTurn();
    set('src/1.tsx', [{ name: 'C1' }]);
    await nextTurn();
    expect(changed).toHaveBeenCalledOnce();
  });

  it('holds a component called __proto__ like any other', () => {
    const { set, manifest } = createRegistry(() => undefined);
    set('src/a.vue', [{ name: '__proto__' }]);
    expect(Object.keys(manifest())).toEqual(['__proto__']);
  });
});
