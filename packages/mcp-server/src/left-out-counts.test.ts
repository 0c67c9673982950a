import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { RepositoryTrust } from '@annotate-mcp/store/trust';

import { countLeftOut } from './left-out-counts.ts';
import { cloneRepository } from './testing/cloned-repository.ts';

const drivers = ['sqlite:', 'json:review.json'];

describe.each(drivers)('what agents do not get of %s', (url) => {
  it('reads the whole store once, and afterwards only what has changed', async () => {
    const { store, forged } = await cloneRepository(url);
    const [one, other] = forged.filter(({ status }) => status !== 'draft').map(({ id }) => id);
    expect(await countLeftOut(store)).toEqual({ withheld: 20, unreadable: 0 });
    const list = vi.spyOn(store, 'list');
    await store.add(sampleAnnotation({ id: uuidOf(1) }));
    expect(await countLeftOut(store)).toEqual({ withheld: 20, unreadable: 0 });
    await store.adopt([one ?? '']);
    await store.remove(other ?? '');
    expect(await countLeftOut(store)).toEqual({ withheld: 18, unreadable: 0 });
    expect(list).not.toHaveBeenCalled();
  });

  it('counts anew when the person trusts the repository, and when they no longer do', async () => {
    const { store, root } = await cloneRepository(url);
    expect(await countLeftOut(store)).toMatchObject({ withheld: 20 });
    const trust = new RepositoryTrust();
    trust.trust(root);
    onTestFinished(() => void trust.revoke(root));
    expect(await countLeftOut(store)).toMatchObject({ withheld: 0 });
    trust.revoke(root);
    expect(await countLeftOut(store)).toMatchObject({ withheld: 20 });
  });

  it('counts right for callers that ask at the same time', async () => {
    const { store } = await cloneRepository(url);
    const counts = await Promise.all(Array.from({ length: 5 }, () => countLeftOut(store)));
    expect(counts.map(({ withheld }) => withheld)).toEqual([20, 20, 20, 20, 20]);
  });
});

it('counts a line that a person has damaged in the JSON file after the first count', async () => {
  const { store, root, forged } = await cloneRepository('json:review.json');
  expect(await countLeftOut(store)).toEqual({ withheld: 20, unreadable: 0 });
  const file = join(root, 'review.json');
  const sent = forged.find(({ status }) => status === 'pending')?.id ?? '';
  writeFileSync(file, readFileSync(file, 'utf8').replace(`"id":"${sent}"`, `"id":"${sent}"; `));
  expect(await countLeftOut(store)).toEqual({ withheld: 19, unreadable: 1 });
});
