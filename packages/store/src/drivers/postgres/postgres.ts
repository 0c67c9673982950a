import { AnnotateError } from '@annotate-mcp/core';

import type { Driver, Settings } from '../../driver.ts';
import type { Store } from '../../store.ts';

/** For a team: one database that all machines reach. Its code and `pg` are loaded when such a store is opened. */
export const postgres: Driver = { scheme: 'postgres', open };
/** The same by the other name that such addresses have. */
export const postgresql: Driver = { scheme: 'postgresql', open };

async function open(location: string, settings: Settings): Promise<Store> {
  const { openPostgres } = await load();
  return openPostgres(location, settings);
}

async function load(): Promise<typeof import('./open-postgres.ts')> {
  try {
    return await import('./open-postgres.ts');
  } catch (cause) {
    if (!(cause instanceof Error && cause.message.includes("'pg'"))) throw cause;
    throw new AnnotateError('store/unknown-driver', 'The package pg is not installed here.', {
      hint: 'A store in PostgreSQL needs it: run npm install pg, then start this again.',
      cause,
    });
  }
}
