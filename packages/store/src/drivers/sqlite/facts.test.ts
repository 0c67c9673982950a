/** Facts of records that were written by a release that knows nothing of facts, and of copied files. */
import { copyFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

import { describe, expect, it, vi } from 'vitest';

import { type Annotation, reply, resolve } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { createTestBed } from '../../contract/test-bed.ts';
import { factsOf, listFacts, listLeftOut } from '../../facts.ts';
import * as parsing from '../../parse-record.ts';
import { canonicalJson } from '../../trust/canonical-json.ts';
import { openRecordSealer } from '../../trust/record-sealer.ts';

const testBed = createTestBed({
  module: new URL('../../index.ts', import.meta.url).href,
  url: () => 'sqlite:',
});
const numbered = (n: number) => sampleAnnotation({ id: uuidOf(n), pageUrl: `/${n}` });
const pending = { status: ['pending'] as const };

async function openFilled(...numbers: number[]) {
  const folder = testBed.folder();
  const store = await testBed.open(folder);
  for (const n of numbers) await store.add(numbered(n));
  return { folder, store };
}

function change<T>(folder: string, work: (database: DatabaseSync) => T): T {
  const database = new DatabaseSync(join(folder, '.annotate', 'store.db'));
  try {
    return work(database);
  } finally {
    database.close();
  }
}

/** As a release before facts writes a record. */
function writeAsOlder(folder: string, annotation: Annotation, isSealed = true): void {
  const body = canonicalJson(annotation);
  const seal = isSealed ? openRecordSealer({ repository: folder }).sealText(body) : null;
  change(folder, (database) =>
    database
      .prepare(
        `INSERT INTO annotations (id, status, kind, place, app_id, author_id, body, seal)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET status = excluded.status, body = excluded.body, seal = excluded.seal`,
      )
      .run(
        annotation.id,
        annotation.status,
        annotation.kind,
        '/older',
        annotation.appId,
        annotation.authorId,
        body,
        seal,
      ),
  );
}

const factsRows = (folder: string) =>
  change(folder, (database) => database.prepare('SELECT count(*) AS n FROM facts').get()?.n);

describe('a record that an older release', () => {
  it('changed has the facts of what it says now', async () => {
    const { folder, store } = await openFilled(1, 2);
    const words = { id: uuidOf(90), message: 'Done?' };
    const answered = reply(numbered(1), sampleAgent, sampleTime, words);
    writeAsOlder(folder, answered);
    expect(await listFacts(store, pending)).toEqual([factsOf(answered), factsOf(numbered(2))]);
    const closed = resolve(answered, sampleAuthor, sampleTime);
    writeAsOlder(folder, closed);
    expect(await listFacts(store, pending)).toEqual([factsOf(numbered(2))]);
    expect(await listFacts(store, { status: ['resolved'] })).toEqual([factsOf(closed)]);
  });

  it('wrote is counted right, whether it was sealed or not', async () => {
    const { folder, store } = await openFilled(1);
    writeAsOlder(folder, numbered(2));
    writeAsOlder(folder, numbered(3), false);
    writeAsOlder(folder, numbered(1), false);
    expect(await listLeftOut(store)).toEqual({ withheld: [uuidOf(1), uuidOf(3)], unreadable: [] });
    expect(await listFacts(store, pending)).toEqual([factsOf(numbered(2))]);
  });

  it('wrote is read once, by the first who looks for what cannot be read', async () => {
    const { folder, store } = await openFilled(1);
    for (const n of [2, 3]) writeAsOlder(folder, numbered(n));
    expect(factsRows(folder)).toBe(1);
    const parse = vi.spyOn(parsing, 'parseRecord');
    expect(await listLeftOut(store)).toEqual({ withheld: [], unreadable: [] });
    expect(factsRows(folder)).toBe(3);
    parse.mockClear();
    expect(await listLeftOut(store)).toEqual({ withheld: [], unreadable: [] });
    expect(await listFacts(store, pending)).toHaveLength(3);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('removed has no facts any more', async () => {
    const { folder, store } = await openFilled(1, 2);
    change(folder, (database) => database.exec(`DELETE FROM annotations WHERE id = '${uuidOf(1)}'`));
    expect(await listFacts(store, pending)).toEqual([factsOf(numbered(2))]);
    expect(await store.count({ origin: 'own' })).toBe(1);
  });
});

describe('facts of another file', () => {
  it('are no facts in a copy, whose records anybody may have changed under their seals', async () => {
    const { folder, store } = await openFilled(1, 2);
    await store.close();
    const file = join(folder, '.annotate', 'store.db');
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
    change(folder, (database) =>
      database.exec(`UPDATE annotations SET body = replace(body, 'bold', 'blue') WHERE id = '${uuidOf(1)}'`),
    );
    const again = await testBed.open(folder);
    expect(await listFacts(again, pending)).toEqual([factsOf(numbered(2))]);
    expect(await listLeftOut(again)).toEqual({ withheld: [uuidOf(1)], unreadable: [] });
    expect(await again.count({ origin: 'own' })).toBe(1);
  });

  it('with any other mark are no facts', async () => {
    const { folder, store } = await openFilled(1);
    writeAsOlder(folder, numbered(2), false);
    change(folder, (database) => {
      database.exec(`UPDATE annotations SET seal = 'x' WHERE id = '${uuidOf(2)}'`);
      database
        .prepare(
          `INSERT INTO facts SELECT a.seq, 'mark', 'x', a.id, f.updated_at, f.facts
           FROM annotations AS a, facts AS f WHERE a.id = ?`,
        )
        .run(uuidOf(2));
    });
    expect(await listFacts(store, pending)).toEqual([factsOf(numbered(1))]);
    expect(await listLeftOut(store)).toMatchObject({ withheld: [uuidOf(2)] });
    expect(await store.places({ origin: 'own' })).toEqual(['/1']);
  });
});

it('looks facts up in one index, without the records', async () => {
  const { folder } = await openFilled(1);
  const plan = change(folder, (database) =>
    database
      .prepare(
        `EXPLAIN QUERY PLAN SELECT a.seq, f.facts FROM annotations AS a
         LEFT JOIN facts AS f ON f.seq = a.seq AND f.seal = a.seal AND f.mark = 'x'
         WHERE a.status = 'pending' AND a.seq > 5 ORDER BY a.seq LIMIT 10`,
      )
      .all()
      .map(({ detail }) => detail),
  );
  expect(plan).toEqual([
    expect.stringMatching(/^SEARCH a USING COVERING INDEX annotations_by_seal/),
    expect.stringMatching(/^SEARCH f USING PRIMARY KEY/),
  ]);
});

it('forgets facts of a record that was changed by hand, as soon as somebody lists it', async () => {
  const { folder, store } = await openFilled(1, 2);
  change(folder, (database) =>
    database.exec(`UPDATE annotations SET body = replace(body, 'bold', 'blue') WHERE id = '${uuidOf(1)}'`),
  );
  expect(await listFacts(store, pending)).toHaveLength(2);
  const { annotations } = await store.list({ ...pending, origin: 'own' });
  expect(annotations).toEqual([numbered(2)]);
  expect(await listFacts(store, pending)).toEqual([factsOf(numbered(2))]);
  expect(await listLeftOut(store)).toEqual({ withheld: [uuidOf(1)], unreadable: [] });
});
