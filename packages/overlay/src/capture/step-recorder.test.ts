import { expect, it } from 'vitest';

import { createStepLog } from './step-recorder.ts';

const button = { name: 'button "Save"', selector: '#save' };
const field = { name: 'text field "Name"', selector: '#name' };

it('keeps what happened within 30 seconds before the newest step', () => {
  let now = 0;
  const log = createStepLog(() => now);
  log.add({ kind: 'click', element: button });
  now = 20_000;
  log.add({ kind: 'press', key: 'Enter' });
  now = 45_040;
  log.add({ kind: 'error', message: 'broken' });
  now = 105_040;
  expect(log.recent()).toEqual([
    { kind: 'press', key: 'Enter', secondsBefore: 85 },
    { kind: 'error', message: 'broken', secondsBefore: 60 },
  ]);
});

it('counts typing on in the same field as one step', () => {
  const log = createStepLog(() => 0);
  log.add({ kind: 'type', element: field, characters: 1 });
  log.add({ kind: 'type', element: field, characters: 2 });
  log.add({ kind: 'click', element: button });
  log.add({ kind: 'type', element: field, characters: 3 });
  expect(log.recent()).toMatchObject([{ characters: 2 }, { kind: 'click' }, { characters: 3 }]);
});

it('keeps the newest 100 steps', () => {
  const log = createStepLog(() => 0);
  for (let i = 0; i < 150; i++) log.add({ kind: 'navigate', url: `/${i}` });
  const steps = log.recent();
  expect(steps).toHaveLength(100);
  expect(steps[0]).toMatchObject({ url: '/50' });
});
