import { expect, it } from 'vitest';

import { AnnotateError } from '@annotate-mcp/core';

import { quietWhileAway } from './errors.ts';

const away = new AnnotateError('store/away', 'The store cannot be reached.', { hint: 'Wait.' });

it('says once a minute that the store is away, and everything else each time', () => {
  const said: unknown[] = [];
  let time = 0;
  const onError = quietWhileAway(
    (error) => said.push(error),
    () => new Date(time),
  );
  const other = new Error('other');
  for (const error of [away, away, other, other]) onError(error);
  expect(said).toEqual([away, other, other]);
  time = 61_000;
  onError(away);
  expect(said).toHaveLength(4);
});
