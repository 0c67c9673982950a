import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createTestBed } from '../contract/test-bed.ts';
import { openStore } from '../index.ts';
import { type PostgresServer, startPostgres } from '../testing/postgres-server.ts';
import { type S3Server, startS3 } from '../testing/s3-server.ts';

import type { AttachmentStore } from './attachment-store.ts';
import { FolderAttachments } from './folder-attachments.ts';
import { S3Attachments } from './s3-attachments.ts';

let postgres: PostgresServer;
let s3: S3Server;
beforeAll(async () => {
  [postgres, s3] = await Promise.all([startPostgres(), startS3()]);
});
afterAll(() => Promise.all([postgres.stop(), s3.close()]));

const testBed = createTestBed({ module: '', url: () => '' });

const kinds: { name: string; open: (project: string) => Promise<AttachmentStore> | AttachmentStore }[] = [
  { name: 'a folder', open: () => new FolderAttachments(testBed.folder()) },
  { name: 'PostgreSQL', open: (project) => inPostgres(`${postgres.url()}?project=${project}`) },
  { name: 'S3', open: (project) => new S3Attachments(s3.url, project, s3.keys) },
];

async function inPostgres(url: string): Promise<AttachmentStore> {
  const store = await openStore(url, { root: testBed.folder() });
  testBed.onEnd(() => store.close());
  if (store.attachments === undefined) throw new Error('the store keeps no attachments');
  return store.attachments;
}

const nameOf = (bytes: Buffer) => `${createHash('sha256').update(bytes).digest('hex')}.png`;

describe.each(kinds)('attachments in $name', ({ open }) => {
  it('are kept byte by byte, listed and removed', async () => {
    const attachments = await open('kept');
    const pictures = [randomBytes(200_000), Buffer.from([0, 255, 10, 13]), Buffer.from('x')];
    for (const bytes of pictures) await attachments.put(nameOf(bytes), bytes);
    for (const bytes of pictures) expect((await attachments.get(nameOf(bytes)))?.equals(bytes)).toBe(true);
    expect(await attachments.list()).toEqual(pictures.map(nameOf).sort());
    await attachments.remove(nameOf(pictures[0] ?? Buffer.alloc(0)));
    expect(await attachments.get(nameOf(pictures[0] ?? Buffer.alloc(0)))).toBeNull();
    expect(await attachments.list()).toHaveLength(2);
  });

  it('may be stored and removed twice', async () => {
    const attachments = await open('twice');
    const bytes = Buffer.from('same');
    await Promise.all([1, 2, 3].map(() => attachments.put(nameOf(bytes), bytes)));
    expect(await attachments.list()).toEqual([nameOf(bytes)]);
    await attachments.remove(nameOf(bytes));
    await attachments.remove(nameOf(bytes));
    expect(await attachments.list()).toEqual([]);
  });

  it('of one project are not those of another', async () => {
    const [shop, blog] = [await open('shop'), await open('blog')];
    await shop.put(nameOf(Buffer.from('a')), Buffer.from('a'));
    expect(await blog.get(nameOf(Buffer.from('a')))).toBeNull();
    expect(await blog.list()).toEqual([]);
  });

  it.each(['../store.db', 'a.png', `${'0'.repeat(64)}/x.png`, ''])('have no name like %j', async (name) => {
    const attachments = await open('names');
    await expect(attachments.put(name, Buffer.from('x'))).rejects.toThrow(/no name of an attachment/);
    expect(await attachments.get(name)).toBeNull();
    await attachments.remove(name);
  });
});

describe('a folder of attachments', () => {
  it('that leads out of the project is not written to', async () => {
    const [root, outside] = [testBed.folder(), testBed.folder()];
    mkdirSync(join(root, '.annotate'));
    symlinkSync(outside, join(root, '.annotate', 'attachments'));
    const bytes = Buffer.from('x');
    await expect(new FolderAttachments(root).put(nameOf(bytes), bytes)).rejects.toThrow(/leads out/);
  });

  it('lists only attachments', async () => {
    const root = testBed.folder();
    mkdirSync(join(root, '.annotate', 'attachments'), { recursive: true });
    writeFileSync(join(root, '.annotate', 'attachments', '.half'), '');
    expect(await new FolderAttachments(root).list()).toEqual([]);
  });
});

describe('attachments in PostgreSQL', () => {
  it('have a limit', async () => {
    const bytes = Buffer.alloc(20_000_001);
    const attachments = await inPostgres(`${postgres.url()}?project=large`);
    await expect(attachments.put(nameOf(bytes), bytes)).rejects.toMatchObject({
      message: expect.stringContaining('20000000 are allowed') as unknown,
      hint: expect.stringContaining('s3://') as unknown,
    });
  });
});

describe('attachments in S3', () => {
  it('are below the prefix and the project', async () => {
    const bytes = Buffer.from('below');
    await new S3Attachments(s3.url, 'web shop', s3.keys).put(nameOf(bytes), bytes);
    expect([...s3.objects.keys()]).toContain(`team/web shop/${nameOf(bytes)}`);
    expect(await new S3Attachments(s3.url, 'web shop', s3.keys).list()).toEqual([nameOf(bytes)]);
  });

  it('with a wrong key are refused with what to do', async () => {
    const wrong = { ...s3.keys, AWS_SECRET_ACCESS_KEY: 'wrong' };
    const attachments = new S3Attachments(s3.url, 'p', wrong);
    await expect(attachments.put(nameOf(Buffer.from('x')), Buffer.from('x'))).rejects.toMatchObject({
      message: expect.stringContaining('SignatureDoesNotMatch') as unknown,
      hint: expect.stringContaining('AWS_SECRET_ACCESS_KEY') as unknown,
    });
    expect(() => new S3Attachments(s3.url, 'p', {})).toThrow(/no keys to the bucket pictures/);
    expect(() => new S3Attachments('ftp://x', 'p', s3.keys)).toThrow(/names no storage/);
  });

  it('are chosen in the address of the store', async () => {
    const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
    Object.assign(process.env, s3.keys);
    testBed.onEnd(() => {
      for (const [name, value] of Object.entries({ AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY })) {
        if (value === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = value;
      }
    });
    const bytes = Buffer.from('chosen');
    const url = `${postgres.url()}?project=chosen&attachments=${encodeURIComponent(s3.url)}`;
    await (await inPostgres(url)).put(nameOf(bytes), bytes);
    expect([...s3.objects.keys()]).toContain(`team/chosen/${nameOf(bytes)}`);
  });
});
