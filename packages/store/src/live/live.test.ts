import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';

import { describe, expect, it, vi } from 'vitest';

import type { AgentPresence } from '@annotate-mcp/core';
import { agentPresenceSchema } from '@annotate-mcp/core/schema';

import { createTestBed } from '../contract/test-bed.ts';
import { isPosix } from '../testing/machine.ts';

import { Heartbeat } from './heartbeat.ts';
import { LiveDatabase } from './live-database.ts';
import { LiveRecords } from './live-records.ts';
import { isRunning, ownIdentity } from './process-identity.ts';

describe('a process', () => {
  it.skipIf(!isPosix)('is known by its pid and start time', () => {
    expect(isRunning(ownIdentity())).toBe(true);
  });

  it('is not the one that had its pid before', () => {
    expect(isRunning({ ...ownIdentity(), startedAt: '1' })).toBe(false);
  });

  it('is gone when nothing has its pid', () => {
    // Linux and macOS give out no pid above 2^22.
    expect(isRunning({ ...ownIdentity(), pid: 2 ** 22 + 1 })).toBe(false);
  });

  it('on another machine, or of unknown start, is unknown', () => {
    expect(isRunning({ ...ownIdentity(), machine: 'elsewhere' })).toBeNull();
    expect(isRunning({ ...ownIdentity(), startedAt: '' })).toBeNull();
  });
});

const agent: AgentPresence = {
  agentId: 'a',
  agentName: 'claude-code',
  waiting: true,
  since: '2026-11-15T09:30:00.000Z',
};

const ofAgents = {
  table: 'agents',
  schema: agentPresenceSchema,
  idOf: ({ agentId }: AgentPresence) => agentId,
} as const;

describe('an agent on another machine', () => {
  const testBed = createTestBed({ module: '', url: () => '' });

  it('stays for 30 seconds after its last heartbeat', async () => {
    let now = new Date('2026-11-15T09:30:00.000Z');
    const database = new LiveDatabase(join(testBed.folder(), '.annotate', 'live.db'), 1_000);
    testBed.onEnd(() => database.close());
    const heartbeat = new Heartbeat(database, 's', () => now);
    const options = { ...ofAgents, store: 's', wakeFile: null, now: () => now, checkMs: 2_000, heartbeat };
    testBed.onEnd(() => heartbeat.stop());
    const [there, here] = [
      new LiveRecords<AgentPresence>(database, options),
      new LiveRecords<AgentPresence>(database, options),
    ];
    testBed.onEnd(() => there.close());
    await there.save(agent);
    await database.use((connection) => connection.run("UPDATE agents SET machine = 'elsewhere'"));
    now = new Date('2026-11-15T09:30:29.000Z');
    expect(await here.list()).toEqual([agent]);
    now = new Date('2026-11-15T09:30:31.000Z');
    expect(await here.list()).toEqual([]);
  });

  it('is not shown for another store of the project', async () => {
    const database = new LiveDatabase(join(testBed.folder(), '.annotate', 'live.db'), 1_000);
    testBed.onEnd(() => database.close());
    const on = (store: string) => {
      const now = () => new Date();
      const heartbeat = new Heartbeat(database, store, now);
      testBed.onEnd(() => heartbeat.stop());
      const agents = new LiveRecords<AgentPresence>(database, {
        ...ofAgents,
        store,
        wakeFile: null,
        now,
        checkMs: 2_000,
        heartbeat,
      });
      testBed.onEnd(() => agents.close());
      return agents;
    };
    await on('one').save(agent);
    expect(await on('two').list()).toEqual([]);
  });
});

describe('a list of agents', () => {
  const testBed = createTestBed({ module: '', url: () => '' });

  it('is not told any more when a newer one was told', async () => {
    const database = new LiveDatabase(join(testBed.folder(), '.annotate', 'live.db'), 1_000);
    const now = () => new Date();
    const heartbeat = new Heartbeat(database, 's', now);
    const agents = new LiveRecords<AgentPresence>(database, {
      ...ofAgents,
      store: 's',
      wakeFile: null,
      now,
      checkMs: 60_000,
      heartbeat,
    });
    for (const end of [() => database.close(), () => heartbeat.stop(), () => agents.close()])
      testBed.onEnd(end);
    const oldRead = Promise.withResolvers<undefined>();
    const use = database.use.bind(database);
    vi.spyOn(database, 'use').mockImplementationOnce(async (work) => {
      const old = await use(work);
      await oldRead.promise;
      return old;
    });
    const told: string[][] = [];
    const newRead = Promise.withResolvers<undefined>();
    agents.subscribe({
      records: (records) => {
        told.push(records.map(({ agentId }) => agentId));
        newRead.resolve(undefined);
      },
      error: newRead.reject,
    });
    await agents.save(agent);
    await newRead.promise;
    oldRead.resolve(undefined);
    // By then everything that waited for it has run.
    await setImmediate();
    expect(told).toEqual([['a']]);
  });
});
