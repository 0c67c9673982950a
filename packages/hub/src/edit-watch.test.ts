import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { accept, type Annotation, describeEdit, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

import { createTestHub, startHub, temporaryFolder } from './testing/hub-server.ts';

const file = 'card.tsx';
const before = '<h2>Special offer</h2>\n<p>While it lasts</p>\n';
const reworded = before.replace('Special offer', 'Only today');
const both = reworded.replace('While it lasts', 'Until six');

function resolved(n: number, from: string, to: string, named = file): Annotation {
  const edit = describeEdit(named, from, to);
  const annotation = { ...sampleAnnotation({ id: uuidOf(n), kind: 'page' }), appId: '.' };
  return resolve(annotation, sampleAgent, sampleTime, undefined, { edits: edit === null ? [] : [edit] });
}

async function isChanged(store: Store, n: number): Promise<boolean> {
  const annotation = await store.get(uuidOf(n));
  return annotation?.status === 'resolved' && annotation.changedSince === true;
}

it('tells the page when a file was put back, in place or by another one, and when the edit is there again', async () => {
  const { root, store, connect } = await startHub();
  const path = join(root, file);
  writeFileSync(path, both);
  const tab = await connect();
  await tab.resume();
  await store.add(resolved(1, before, reworded));
  await store.add(resolved(2, reworded, both));
  await store.add(accept(resolved(3, before, reworded), sampleAuthor, sampleTime));
  writeFileSync(path, before);
  const told = [await tab.next('annotation:updated'), await tab.next('annotation:updated')];
  expect(told.map(({ annotation }) => annotation)).toMatchObject([
    { id: uuidOf(1), status: 'resolved', changedSince: true },
    { id: uuidOf(2), status: 'resolved', changedSince: true },
  ]);
  writeFileSync(`${path}.new`, both);
  renameSync(`${path}.new`, path);
  await expect
    .poll(async () => [await isChanged(store, 1), await isChanged(store, 2)])
    .toEqual([false, false]);
  expect(await isChanged(store, 3)).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe(both);
});

it('finds what was put back while no hub was running', async () => {
  const root = temporaryFolder();
  writeFileSync(join(root, file), before);
  const earlier = await openStore(undefined, { root });
  await earlier.add(resolved(1, before, reworded));
  await earlier.close();
  const { store } = await createTestHub({ root });
  await expect.poll(() => isChanged(store, 1)).toBe(true);
});

it('leaves alone what a record names outside of the project', async () => {
  const root = temporaryFolder();
  const project = join(root, 'project');
  mkdirSync(project);
  writeFileSync(join(root, file), before);
  writeFileSync(join(project, file), before);
  const earlier = await openStore(undefined, { root: project });
  await earlier.add(resolved(1, before, reworded, `../${file}`));
  await earlier.add(resolved(2, before, reworded));
  await earlier.close();
  const { store } = await createTestHub({ root: project });
  await expect.poll(() => isChanged(store, 2)).toBe(true);
  expect(await isChanged(store, 1)).toBe(false);
});
