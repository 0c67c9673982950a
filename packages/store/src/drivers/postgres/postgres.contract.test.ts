import { createHash } from 'node:crypto';
import { realpathSync } from 'node:fs';

import { afterAll, beforeAll } from 'vitest';

import { storeContract } from '../../contract/index.ts';
import { type PostgresServer, startPostgres } from '../../testing/postgres-server.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.stop());

storeContract({
  name: 'postgres',
  feed: 'log',
  reach: 'machine',
  module: new URL('../../index.ts', import.meta.url).href,
  // One project for each folder, by whatever link it is reached.
  url: (folder) => {
    const project = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 12);
    return `${server.url()}?project=${project}`;
  },
});
