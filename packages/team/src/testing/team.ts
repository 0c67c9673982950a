/** A team on a real PostgreSQL: its database, any number of servers on it, and tokens. Everything ends with the test. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

import { openStore } from '@annotate-mcp/store';
import type { PostgresServer } from '@annotate-mcp/store/testing/postgres-server';

import { type Database, openDatabase } from '../database/database.ts';
import type { Role } from '../roles.ts';
import { createLog } from '../server/log.ts';
import { startTeamServer, type TeamServer, type TeamServerOptions } from '../server/team-server.ts';
import { createToken, type NewToken } from '../tokens.ts';

export interface Team {
  readonly databaseUrl: string;
  readonly database: Database;
  /** What all servers have logged. */
  readonly logs: string[];
  serve(options?: Partial<TeamServerOptions>): Promise<TeamServer>;
  /** The secret of a new token. */
  token(role: Role, options?: Partial<NewToken>): Promise<string>;
}

export async function createTeam(postgres: PostgresServer): Promise<Team> {
  const databaseUrl = await postgres.createDatabase();
  const database = await openDatabase(databaseUrl, () => undefined);
  onTestFinished(() => database.close());
  const overlay = temporaryFolder();
  writeFileSync(join(overlay, 'overlay.js'), 'export const mountLoaded = () => undefined;');
  writeFileSync(join(overlay, 'load-overlay.js'), 'export const config = __ANNOTATE_CONFIG__;');
  const logs: string[] = [];
  return {
    databaseUrl,
    database,
    logs,
    serve: async (options = {}) => {
      const server = await startTeamServer({
        databaseUrl,
        openStore: (project) => openStore(storeUrl(databaseUrl, project)),
        overlayFolder: () => overlay,
        homeFolder: () => join(import.meta.dirname, '../../../../apps/team-page/dist'),
        version: '0.0.0',
        host: '127.0.0.1',
        port: 0,
        log: createLog((line) => logs.push(line)),
        ...options,
      });
      onTestFinished(() => server.close());
      return server;
    },
    token: async (role, options = {}) => {
      const base = { project: 'shop', role, name: `a ${role}`, kind: 'token', expiresAt: null } as const;
      return (await createToken(database, { ...base, ...options })).secret;
    },
  };
}

function storeUrl(databaseUrl: string, project: string): string {
  return `${databaseUrl}?project=${project}`;
}

function temporaryFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'annotate-team-test-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
