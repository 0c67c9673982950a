import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { beforeAll, expect, it, onTestFinished } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';
import type { Timer } from '@annotate-mcp/mcp-server/http';
import { openStore, type Store } from '@annotate-mcp/store';
import { type PostgresServer, sharePostgres } from '@annotate-mcp/store/testing/postgres-server';

import { createTeam } from '../testing/team.ts';

import { idleMs, OpenProjects } from './open-projects.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharePostgres();
});

async function createProjects() {
  const { database, databaseUrl } = await createTeam(postgres);
  const folder = mkdtempSync(join(tmpdir(), 'annotate-projects-'));
  const timers = new Map<symbol, { ms: number; onElapsed: () => void }>();
  const timer: Timer = (ms, onElapsed) => {
    const key = Symbol();
    timers.set(key, { ms, onElapsed });
    return () => timers.delete(key);
  };
  /** Ends the timers of at most that length. */
  const pass = (passed: number) => {
    for (const [key, { ms, onElapsed }] of timers) {
      if (ms > passed) continue;
      timers.delete(key);
      onElapsed();
    }
  };
  const stores: Store[] = [];
  const errors: unknown[] = [];
  const projects = new OpenProjects({
    database,
    openStore: async (project) => {
      const store = await openStore(`${databaseUrl}?project=${project}`);
      stores.push(store);
      return store;
    },
    folder,
    overlayFolder: () => folder,
    version: '0.0.0',
    onError: (error) => errors.push(error),
    timer,
  });
  onTestFinished(async () => {
    await projects.endConnections(1001);
    await projects.closeStores();
    rmSync(folder, { recursive: true, force: true });
    expect(errors).toEqual([]);
  });
  return { projects, stores, pass };
}

const isClosed = (store: Store | undefined) =>
  store?.head().then(
    () => false,
    () => true,
  );

it('closes a project with its store some minutes after it was used last, and opens it again', async () => {
  const { projects, stores, pass } = await createProjects();
  const [page, agent] = [await projects.use('shop'), await projects.use('shop')];
  const other = await projects.use('blog');
  await stores[0]?.add(sampleAnnotation());
  page.done();
  pass(idleMs);
  expect(projects.size).toBe(2);
  agent.done();
  pass(idleMs - 1);
  expect(projects.size).toBe(2);
  pass(idleMs);
  expect(projects.size).toBe(1);
  await expect.poll(() => page.hub.isClosed()).toBe(true);
  await expect.poll(() => isClosed(stores[0])).toBe(true);
  expect(await isClosed(stores[1])).toBe(false);
  const again = await projects.use('shop');
  expect(again.hub).not.toBe(page.hub);
  expect(await stores[2]?.count()).toBe(1);
  again.done();
  other.done();
});

it('keeps a project that is used again in time', async () => {
  const { projects, pass } = await createProjects();
  (await projects.use('shop')).done();
  pass(idleMs - 1);
  const again = await projects.use('shop');
  pass(idleMs);
  expect(again.hub.isClosed()).toBe(false);
  again.done();
});
