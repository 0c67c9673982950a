/** A database with the projects of a team and what they have written so far, and tokens for it. */
import { randomUUID } from 'node:crypto';

import { resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleOfSize } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';
import { createToken, type Database } from '@annotate-mcp/team';

import { annotations, bytes, openAnnotations, type Project, projects } from './measures.ts';

export async function fillProjects(database: Database, databaseUrl: string): Promise<void> {
  const name = new URL(databaseUrl).pathname.slice(1);
  // Only here: what is measured later waits for the disk at each commit.
  await database.query(`ALTER DATABASE ${name} SET synchronous_commit = off`);
  await Promise.all(projects.map((project) => fill(`${databaseUrl}?project=${project}`)));
  await database.query(`ALTER DATABASE ${name} RESET synchronous_commit`);
}

async function fill(url: string): Promise<void> {
  const store = await openStore(url);
  try {
    const [all, open] = [annotations / projects.length, openAnnotations / projects.length];
    for (let n = 0; n < all; n++) {
      // A hub shows the annotations of its own app only; the root of the project is called so.
      const annotation = sampleOfSize(bytes, { id: randomUUID(), appId: '.' });
      await store.add(n < all - open ? resolve(annotation, sampleAgent, new Date()) : annotation);
    }
  } finally {
    await store.close();
  }
}

/** A token for each: one that is used for all would be limited as one. */
export async function createTokens(
  database: Database,
  role: 'reviewer' | 'agent',
  wanted: readonly Project[],
): Promise<string[]> {
  return Promise.all(
    wanted.map(async (project, n) => {
      const name = `${role} ${n}`;
      const { secret } = await createToken(database, { project, role, name, kind: 'token', expiresAt: null });
      return secret;
    }),
  );
}
