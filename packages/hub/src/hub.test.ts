import { expect, it, vi } from 'vitest';

import { createTestHub } from './testing/hub-server.ts';

it('reports what the store fails at until it is closed, and nothing later', async () => {
  const subscribing = vi.fn<(listener: { error: (error: unknown) => void }) => void>();
  const { hub, errors } = await createTestHub({
    wrapStore: (store) => {
      const subscribe = store.subscribe.bind(store);
      vi.spyOn(store, 'subscribe').mockImplementation((cursor, listener) => {
        subscribing(listener);
        return subscribe(cursor, listener);
      });
      return store;
    },
  });
  const fail = (error: Error) => subscribing.mock.calls.forEach(([listener]) => listener.error(error));
  const locked = new Error('The store is locked.');
  fail(locked);
  expect(errors).toContain(locked);
  const reported = errors.length;
  await hub.close();
  fail(new Error('The store is closed.'));
  expect(errors).toHaveLength(reported);
});
