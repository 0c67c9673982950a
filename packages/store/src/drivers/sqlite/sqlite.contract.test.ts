import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { storeContract } from '../../contract/index.ts';

storeContract({
  name: 'sqlite',
  feed: 'log',
  reach: 'machine',
  module: new URL('../../index.ts', import.meta.url).href,
  url: () => 'sqlite:',
  file: {
    path: (folder) => join(folder, '.annotate', 'store.db'),
    makeNewer: (path) => {
      const database = new DatabaseSync(path);
      database.exec("UPDATE meta SET value = '99' WHERE key IN ('version', 'min_reader')");
      database.close();
    },
    tamper: (path, from, to) => {
      const database = new DatabaseSync(path);
      for (const table of ['annotations', 'changes']) {
        database.prepare(`UPDATE ${table} SET body = replace(body, ?, ?)`).run(from, to);
      }
      database.close();
    },
    isSound: (path) => {
      const database = new DatabaseSync(path, { readOnly: true });
      const verdict = database.prepare('PRAGMA integrity_check').get()?.integrity_check;
      database.close();
      return verdict === 'ok';
    },
  },
});
