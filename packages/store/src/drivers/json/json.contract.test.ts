import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { storeContract } from '../../contract/index.ts';

storeContract({
  name: 'json',
  feed: 'state',
  reach: 'machine',
  module: new URL('../../index.ts', import.meta.url).href,
  url: () => 'json:review.json',
  file: {
    path: (folder) => join(folder, 'review.json'),
    makeNewer: (path) =>
      writeFileSync(path, readFileSync(path, 'utf8').replace('"version": 2', '"version": 99')),
    tamper: (path, from, to) => writeFileSync(path, readFileSync(path, 'utf8').replaceAll(from, to)),
  },
});
