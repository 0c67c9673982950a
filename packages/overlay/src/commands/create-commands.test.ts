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
  const ignore = () => undefined;
  const { accept } = threadCommands({
    container,
    connection: {
      accept: (one) => accepted.push(one),
      reply: ignore,
      reopen: ignore,
      adopt: ignore,
      assign: ignore,
      rename: ignore,
      remove: ignore,
      edit: ignore,
      release: ignore,
      stop: ignore,
      resend: ignore,
    },
  });
  container.dispatch({ type: 'thread:open', id });
  accept(other);
  expect(container.get().mode).toMatchObject({ name: 'thread', id });
  accept(id);
  expect(container.get().mode.name).toBe('hidden');
  expect(accepted).toEqual([other, id]);
});
