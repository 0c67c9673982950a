import { expect, it, onTestFinished } from 'vitest';

import { sampleAuthor, samplePageActions, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';

import { performMessage } from './person-actions.ts';

const id = uuidOf(100);

// The overlay's predict.test.ts has the same table, so that a prediction is what the hub will store.
it.each(Object.values(samplePageActions()))(
  '$message.type stores the result that core names',
  async ({ message, before, after }) => {
    const store = await openStore('memory:');
    onTestFinished(() => store.close());
    if (before !== null) await store.add(before);
    const speaker = { authorId: sampleAuthor.authorId, appId: 'apps/shop', local: true };
    await performMessage({ store, trustRepository: async () => undefined }, message, speaker, sampleTime);
    expect(await store.get(id)).toEqual(after);
  },
);
