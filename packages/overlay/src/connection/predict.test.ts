import { expect, it } from 'vitest';

import { sampleAuthor, samplePageActions, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { predict } from './predict.ts';

const id = uuidOf(100);

// The hub's person-actions.test.ts has the same table, so that a prediction is what the hub will store.
it.each(Object.values(samplePageActions()))(
  '$message.type is predicted as core names it',
  ({ message, before, after }) => {
    const entry = { ref: 'r1', order: 1, tab: 'tab', at: sampleTime.toISOString(), message };
    const confirmed = new Map(before === null ? [] : [[id, before]]);
    const writer = { authorId: sampleAuthor.authorId, appId: 'apps/shop', local: true };
    const { annotations, touched } = predict(confirmed, [entry], writer);
    expect(annotations.get(id) ?? null).toEqual(after);
    expect([...touched]).toEqual([id]);
  },
);
