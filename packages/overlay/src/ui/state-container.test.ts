import { describe, expect, it } from 'vitest';

import { initialState, reduce } from '../state/reducer.ts';

import { createStateContainer } from './state-container.ts';

const start = initialState({ hub: '/__annotate', appId: '.' }, 'http://localhost/');

describe('createStateContainer', () => {
  it('calls listeners for each change only', () => {
    const store = createStateContainer(start, reduce);
    const seen: boolean[] = [];
    const unsubscribe = store.subscribe(({ bar }) => seen.push(bar));
    store.dispatch({ type: 'bar:toggle' });
    store.dispatch({ type: 'escape' });
    store.dispatch({ type: 'escape' });
    unsubscribe();
    store.dispatch({ type: 'bar:toggle' });
    expect(seen).toEqual([true, false]);
    expect(store.get().bar).toBe(true);
  });

  it('gives every listener the newest state last when a listener dispatches', () => {
    const store = createStateContainer(start, reduce);
    const seen: string[] = [];
    store.subscribe(({ bar, frozen }) => {
      if (bar && !frozen) store.dispatch({ type: 'freeze', on: true });
      seen.push(`first ${frozen}`);
    });
    store.subscribe(({ frozen }) => seen.push(`second ${frozen}`));
    store.dispatch({ type: 'bar:toggle' });
    expect(seen).toEqual(['first false', 'second false', 'first true', 'second true']);
  });

  it('leaves out a listener that an earlier one has unsubscribed', () => {
    const store = createStateContainer(start, reduce);
    const seen: string[] = [];
    store.subscribe(() => {
      stop();
    });
    const stop = store.subscribe(() => seen.push('told'));
    store.dispatch({ type: 'bar:toggle' });
    expect(seen).toEqual([]);
  });

  it('goes on after a listener has thrown', () => {
    const store = createStateContainer(start, reduce);
    const stop = store.subscribe(() => {
      throw new Error('broken view');
    });
    expect(() => store.dispatch({ type: 'bar:toggle' })).toThrow('broken view');
    stop();
    const seen: boolean[] = [];
    store.subscribe(({ bar }) => seen.push(bar));
    store.dispatch({ type: 'bar:toggle' });
    expect(seen).toEqual([false]);
  });
});
