import { setImmediate as nextTurn } from 'node:timers/promises';

import { describe, expect, it, vi } from 'vitest';

import { createComponentRegistry } from './component-registry.ts';

const unexpected = (error: unknown) => {
  throw error;
};

describe('createComponentRegistry', () => {
  it('keeps two components of one name apart by selector, else by path', () => {
    const { set, manifest } = createComponentRegistry(() => undefined, unexpected);
    set('src/b.ts', [{ name: 'Card', selector: 'b-card' }]);
    set('src/c.tsx', [{ name: 'Card' }]);
    set('src/a.tsx', [{ name: 'Card' }]);
    expect(manifest()).toEqual({
      Card: { component: 'src/a.tsx' },
      'Card#b-card': { component: 'src/b.ts', selector: 'b-card' },
      'Card#src/c.tsx': { component: 'src/c.tsx' },
    });
  });

  it('replaces the components of a changed module, and removes those of a deleted one', () => {
    const { set, remove, manifest } = createComponentRegistry(() => undefined, unexpected);
    set('src/a.tsx', [{ name: 'Old' }]);
    set('src/a.tsx', [{ name: 'New' }]);
    expect(manifest()).toEqual({ New: { component: 'src/a.tsx' } });
    remove('src/a.tsx');
    expect(manifest()).toEqual({});
  });

  it('calls onChange once for all changes in one turn, and not when nothing changed', async () => {
    const changed = vi.fn();
    const { set } = createComponentRegistry(changed, unexpected);
    for (let at = 0; at < 50; at++) set(`src/${at}.tsx`, [{ name: `C${at}` }]);
    await nextTurn();
    set('src/1.tsx', [{ name: 'C1' }]);
    await nextTurn();
    expect(changed).toHaveBeenCalledOnce();
  });

  it('lists a component called __proto__ like any other', () => {
    const { set, manifest } = createComponentRegistry(() => undefined, unexpected);
    set('src/a.vue', [{ name: '__proto__' }]);
    expect(Object.keys(manifest())).toEqual(['__proto__']);
  });
});
