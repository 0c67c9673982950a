import { expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { createOverlayState } from '../state/container.ts';
import { initialState } from '../state/reducer.ts';

import { threadCommands } from './create-commands.ts';

const [id, other] = [uuidOf(1), uuidOf(2)];

it('closes the thread of what is accepted, and no other', () => {
  const annotations = new Map(
    [id, other].map((one) => [one, sampleAnnotation({ id: one, status: 'resolved' })]),
  );
  const start = initialState({ hub: '/__annotate', appId: '.' }, 'http://localhost:4200/');
  const container = createOverlayState({ ...start, annotations });
  const accepted: string[] = [];
  const commands = threadCommands({
    container,
    connection: {
      act: (one, { type }) => type === 'accept' && accepted.push(one),
      rename: () => undefined,
    },
  });
  const accept = (one: string) => commands.act(one, { type: 'accept' });
  container.dispatch({ type: 'thread:open', id });
  accept(other);
  expect(container.get().mode).toMatchObject({ name: 'thread', id });
  accept(id);
  expect(container.get().mode.name).toBe('hidden');
  expect(accepted).toEqual([other, id]);
});
