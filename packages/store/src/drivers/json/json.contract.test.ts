import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { foreignReaderContract } from '../../contract/foreign-reader.ts';
import { storeContract } from '../../contract/index.ts';
import type { Subject } from '../../contract/subject.ts';

const subject = {
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
} as const satisfies Subject;

storeContract(subject);

// The comments of a Markdown document, as the CLI keeps them beside it.
foreignReaderContract({
  ...subject,
  url: () => 'json:.claude/md-comments/plan.json',
  file: { ...subject.file, path: (folder) => join(folder, '.claude', 'md-comments', 'plan.json') },
});
