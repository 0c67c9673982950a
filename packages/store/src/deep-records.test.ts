/** Records that are nested so deep that functions which call themselves for each level fail on them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { listAll } from './contract/reader.ts';
import { createTestBed } from './contract/test-bed.ts';

const deep = `${'[['.repeat(20_000)}${']]'.repeat(20_000)}`;
const marked = JSON.stringify({ ...sampleAnnotation({ id: uuidOf(2) }), inputs: { x: 'deep' } });
const body = marked.replace('"deep"', deep);

for (const url of ['sqlite:', 'json:review.json']) {
  const testBed = createTestBed({ module: new URL('index.ts', import.meta.url).href, url: () => url });

  it.each([
    ['without a seal', body],
    ['with a seal', `${body.slice(0, -1)},"seal":"x"}`],
  ])(`%s are set aside and take no other down (${url})`, async (_what, record) => {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    for (const n of [1, 2]) await store.add(sampleAnnotation({ id: uuidOf(n) }));
    await store.close();
    if (url === 'sqlite:') {
      const database = new DatabaseSync(join(folder, '.annotate', 'store.db'));
      database.prepare('UPDATE annotations SET body = ? WHERE id = ?').run(record, uuidOf(2));
      database.close();
    } else {
      writeFileSync(
        join(folder, 'review.json'),
        `{"version": 2,\n"annotations": [\n\n${record},\n\nnull\n]\n}\n`,
      );
    }
    const again = await testBed.open(folder);
    expect((await listAll(again)).map(({ id }) => id)).toEqual(url === 'sqlite:' ? [uuidOf(1)] : []);
    expect(await again.listUnreadable()).toMatchObject([{ id: uuidOf(2) }]);
  });
}
