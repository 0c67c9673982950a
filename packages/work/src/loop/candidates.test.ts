import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { reply, resolve, submit } from '@annotate-mcp/core';
import { sampleAnnotation, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';
import { RepositoryTrust } from '@annotate-mcp/store/trust';

import { Candidates } from './candidates.ts';

const at = (minute: number) => new Date(sampleTime.getTime() + minute * 60_000);
const agent = { type: 'agent', agentId: uuidOf(90), agentName: 'Claude' } as const;
const note = { id: uuidOf(91), message: 'Which one?' };
const written = (n: number, minute: number) => sampleAnnotation({ id: uuidOf(n), at: at(minute) });

async function candidatesOf(store: Store): Promise<Candidates> {
  const candidates = new Candidates(store);
  await candidates.load();
  return candidates;
}

describe('what an agent may begin with', () => {
  it('is the oldest that is free, as the feed tells of it', async () => {
    const store = await openStore('memory:');
    await store.add(written(2, 2));
    const candidates = await candidatesOf(store);
    const older = await store.add(written(1, 1));
    expect((await candidates.next(() => true))?.id).toBe(uuidOf(2));
    candidates.hear(older.id, older);
    expect((await candidates.next(() => true))?.id).toBe(uuidOf(1));
    expect((await candidates.next(({ id }) => id !== uuidOf(1)))?.id).toBe(uuidOf(2));
    expect(await candidates.next(() => false)).toBeNull();
    candidates.hear(older.id, null);
    expect((await candidates.next(() => true))?.id).toBe(uuidOf(2));
  });

  it('is neither a draft, nor answered, nor closed, even before the feed has told of that', async () => {
    const store = await openStore('memory:');
    const draft = await store.add({ ...written(1, 1), status: 'draft' });
    await store.add(written(2, 2));
    await store.add(written(3, 3));
    const candidates = await candidatesOf(store);
    await store.update(uuidOf(2), (annotation) => reply(annotation, agent, at(4), note));
    await store.update(uuidOf(3), (annotation) => resolve(annotation, agent, at(4)));
    expect(await candidates.next(() => true)).toBeNull();
    const author = { type: 'person', authorId: draft.authorId } as const;
    const sent = await store.update(draft.id, (annotation) => submit(annotation, author, at(5)));
    candidates.hear(draft.id, sent?.after ?? null);
    expect((await candidates.next(() => true))?.id).toBe(draft.id);
  });

  it('came with the repository only after the person trusts it', async () => {
    const top = mkdtempSync(join(tmpdir(), 'annotate-candidates-'));
    const configFolder = join(top, 'config');
    const store = await openStore(undefined, { root: top, configFolder });
    onTestFinished(async () => {
      await store.close();
      rmSync(top, { recursive: true, force: true });
    });
    await store.add({ ...written(1, 1), origin: 'repository' });
    const candidates = await candidatesOf(store);
    expect(await candidates.next(() => true)).toBeNull();
    new RepositoryTrust(configFolder).trust(top);
    expect((await candidates.next(() => true))?.id).toBe(uuidOf(1));
  });
});
