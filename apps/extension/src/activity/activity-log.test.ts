import { beforeEach, expect, it, vi } from 'vitest';

import { ActivityLog } from './activity-log.ts';

let stored: Record<string, unknown> = {};
beforeEach(() => {
  stored = {};
  vi.stubGlobal('chrome', {
    storage: {
      session: {
        get: async () => structuredClone(stored),
        set: async (values: object) => void Object.assign(stored, structuredClone(values)),
      },
    },
  });
});

const entry = (words: string, at = 1_000, tabId: number | null = 1) =>
  ({ at, tabId, agent: 'claude-code', words, title: 'Shop', outcome: 'done', reason: '' }) as const;

it('the log has the newest first, and counts what is repeated', async () => {
  const log = new ActivityLog(() => undefined);
  for (const words of ['Read the page', 'Read the page', 'Clicked “Save”']) await log.add(entry(words));
  expect((await log.recent(1_000)).map(({ words, count }) => [words, count])).toEqual([
    ['Clicked “Save”', 1],
    ['Read the page', 2],
  ]);
});

it('keeps what it has when the service worker is stopped, and nothing that it cannot read', async () => {
  const first = new ActivityLog(() => undefined);
  await first.add(entry('Clicked “Save”'));
  await expect.poll(() => stored.activity).toHaveLength(1);
  expect(await new ActivityLog(() => undefined).recent(1_000)).toHaveLength(1);
  stored.activity = [{ words: 'of another version' }];
  expect(await new ActivityLog(() => undefined).recent(1_000)).toEqual([]);
});

it('the log is bounded, and shows the last minutes only', async () => {
  const log = new ActivityLog(() => undefined);
  for (let n = 0; n < 300; n++) await log.add(entry(`Clicked “${n}”`, n));
  await expect.poll(() => stored.activity).toHaveLength(200);
  const shown = await log.recent(300);
  expect(shown).toHaveLength(60);
  expect(shown[0]?.words).toBe('Clicked “299”');
  expect(await log.recent(3_600_000)).toEqual([]);
});
