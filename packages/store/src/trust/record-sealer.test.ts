import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';

import { sampleAnnotation } from '@annotate-mcp/core/testing';

import { isPosix } from '../testing/machine.ts';

import { canonicalJson } from './canonical-json.ts';
import { openRecordSealer } from './index.ts';

/** Need not exist. */
const repository = join(tmpdir(), 'annotate-repository');

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-key-'));
  folders.push(folder);
  return folder;
}

const copyOf = (value: object): object => JSON.parse(JSON.stringify(value)) as object;

describe('canonical JSON', () => {
  it('is the same for a value, for its keys in another order, and for what is read after it was written', () => {
    const reversed = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(reversed);
      if (typeof value !== 'object' || value === null) return value;
      return Object.fromEntries(
        Object.entries(value)
          .reverse()
          .map(([key, member]) => [key, reversed(member)]),
      );
    };
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = canonicalJson(value);
        expect(canonicalJson(reversed(value))).toBe(text);
        expect(canonicalJson(JSON.parse(text))).toBe(text);
        expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it('leaves out what JSON leaves out', () => {
    expect(canonicalJson({ b: [undefined, NaN], a: undefined })).toBe('{"b":[null,null]}');
  });
});

describe('a seal', () => {
  it('is recognised by the same user after reading, and by no other user', () => {
    const folder = temporaryFolder();
    const sealer = openRecordSealer({ repository, folder });
    const record = sampleAnnotation();
    const seal = sealer.seal(record);
    expect(sealer.isSealed(copyOf(record), seal)).toBe(true);
    expect(sealer.isTextSealed(canonicalJson(record), seal)).toBe(true);
    expect(openRecordSealer({ repository, folder: temporaryFolder() }).isSealed(record, seal)).toBe(false);
  });

  it('is worth nothing in another repository, where its author may put it under other words', () => {
    const folder = temporaryFolder();
    const seal = openRecordSealer({ repository, folder }).seal({ a: 1 });
    expect(openRecordSealer({ repository: temporaryFolder(), folder }).isSealed({ a: 1 }, seal)).toBe(false);
    expect(openRecordSealer({ repository, folder }).isSealed({ a: 1 }, seal)).toBe(true);
  });

  it.each([undefined, '', 'x', 'é'.repeat(43)])('is not %j', (seal) => {
    expect(
      openRecordSealer({ repository, folder: temporaryFolder() }).isSealed(sampleAnnotation(), seal),
    ).toBe(false);
  });

  it('does not fit a record of which one letter changed', () => {
    const sealer = openRecordSealer({ repository, folder: temporaryFolder() });
    const record = sampleAnnotation();
    const seal = sealer.seal(record);
    expect(sealer.isSealed({ ...record, annotationText: `${record.annotationText}!` }, seal)).toBe(false);
    expect(sealer.isSealed({ ...record, extra: 1 }, seal)).toBe(false);
  });
});

describe("the user's key", () => {
  it.skipIf(!isPosix)('is created once, for this user only', () => {
    const folder = join(temporaryFolder(), 'config', 'annotate-mcp');
    openRecordSealer({ repository, folder }).seal({});
    expect(readdirSync(folder)).toEqual(['provenance-key']);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(statSync(join(folder, 'provenance-key')).mode & 0o777).toBe(0o600);
    const text = readFileSync(join(folder, 'provenance-key'), 'utf8');
    expect(Buffer.from(text, 'base64url')).toHaveLength(32);
  });

  it.skipIf(!isPosix)('that others could read is made private', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'provenance-key');
    writeFileSync(file, Buffer.alloc(32, 1).toString('base64url'));
    chmodSync(file, 0o644);
    openRecordSealer({ repository, folder }).seal({});
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it('that is broken is refused, named and left as it is', () => {
    const folder = temporaryFolder();
    const file = join(folder, 'provenance-key');
    writeFileSync(file, 'short');
    expect(() => openRecordSealer({ repository, folder }).seal({})).toThrow(
      /provenance-key does not contain a key/,
    );
    expect(readFileSync(file, 'utf8')).toBe('short');
  });

  it('that is a folder is refused and named, and not the store that needed it', () => {
    const folder = temporaryFolder();
    mkdirSync(join(folder, 'provenance-key'));
    expect(() => openRecordSealer({ repository, folder }).seal({})).toThrow(
      /provenance-key does not contain/,
    );
  });

  it('is in a private temporary folder where the config folder cannot be created', () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const sealer = openRecordSealer({ repository, folder: join(file, 'annotate-mcp') });
    const seal = sealer.seal({ a: 1 });
    expect(openRecordSealer({ repository, folder: join(file, 'other') }).isSealed({ a: 1 }, seal)).toBe(true);
  });
});
