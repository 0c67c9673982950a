import { describe, expect, it } from 'vitest';

import { SerialQueue } from './serial-queue.ts';

describe('SerialQueue', () => {
  it('starts a task only after the one before it has ended', async () => {
    const queue = new SerialQueue();
    const log: string[] = [];
    const gate = Promise.withResolvers<undefined>();
    const first = queue.run(async () => {
      log.push('first starts');
      await gate.promise;
      log.push('first ends');
    });
    const second = queue.run(() => log.push('second'));
    await Promise.resolve();
    expect(log).toEqual(['first starts']);
    gate.resolve(undefined);
    await Promise.all([first, second]);
    expect(log).toEqual(['first starts', 'first ends', 'second']);
  });

  it('rejects with the error of a failed task and still runs the next one', async () => {
    const queue = new SerialQueue();
    const failed = queue.run(() => Promise.reject(new Error('disk full')));
    const next = queue.run(() => 'done');
    await expect(failed).rejects.toThrow('disk full');
    await expect(next).resolves.toBe('done');
  });
});
