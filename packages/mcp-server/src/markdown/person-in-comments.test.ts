import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { commentOn } from '../testing/review-clients.ts';

import { opened, snapshotOf, text } from './testing/opened-plan.ts';

/** As if it stood in the person's git configuration. */
function configure(name: string): void {
  const file = join(folder, 'gitconfig');
  writeFileSync(file, `[user]\n\tname = ${name}\n`);
  vi.stubEnv('GIT_CONFIG_GLOBAL', file);
  vi.stubEnv('GIT_CONFIG_SYSTEM', devNull);
}

let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'annotate-git-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

describe('the name of the person', () => {
  it('is with each comment and reply that views and agents get', async () => {
    configure('Ada');
    const { agent, view } = await opened();
    const comment = commentOn(text, 'ship');
    await view.call('submit_batch', { comments: [comment], mode: 'edit' });
    const reply = { type: 'reply', replyId: crypto.randomUUID(), text: 'In June.' };
    await view.call('change_comment', { id: comment.id, change: reply });
    const [got] = await agent.interact(view.viewUUID, { type: 'get_comments' });
    expect(got).toMatchObject({
      comments: [
        {
          author: { id: 'person', name: 'Ada' },
          replies: [{ author: { type: 'user', id: 'person', name: 'Ada' }, message: 'In June.' }],
        },
      ],
    });
    expect(await snapshotOf(view)).toMatchObject({
      personName: 'Ada',
      comments: [{ authorName: 'Ada', replies: [{ authorName: 'Ada' }] }],
    });
  });
});
