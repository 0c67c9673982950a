import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { FolderAttachments } from '@annotate-mcp/store/attachments';

import { startHub, temporaryFolder } from '../testing/hub-server.ts';

describe('attachments', () => {
  const png = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.from('a picture')]);
  const webp = Buffer.from('RIFF\x10\0\0\0WEBPVP8 ');
  const jpeg = Buffer.from('ffd8ffe000104a464946', 'hex');
  const post = (url: string, type: string, bytes: Buffer) =>
    fetch(`${url}/__annotate/api/attachments`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(bytes),
    });

  it.each([
    { type: 'image/png', bytes: png, extension: 'png' },
    { type: 'image/webp', bytes: webp, extension: 'webp' },
    { type: 'image/jpeg', bytes: jpeg, extension: 'jpg' },
  ])(
    'store a picture of type $type once, under the hash of its content',
    async ({ type, bytes, extension }) => {
      const { url, root } = await startHub();
      const name = `${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
      for (const answer of [await post(url, type, bytes), await post(url, type, bytes)]) {
        expect(answer.status).toBe(201);
        expect(await answer.json()).toEqual({ name });
      }
      expect(readdirSync(join(root, '.annotate/attachments'))).toEqual([name]);
      if (process.platform !== 'win32') {
        expect(statSync(join(root, '.annotate/attachments')).mode & 0o777).toBe(0o700);
        expect(statSync(join(root, '.annotate/attachments', name)).mode & 0o777).toBe(0o600);
      }
      const shown = await fetch(`${url}/__annotate/api/attachments/${name}`);
      expect(Buffer.from(await shown.arrayBuffer())).toEqual(bytes);
      expect(Object.fromEntries(shown.headers)).toMatchObject({
        'content-type': type,
        'content-security-policy': 'sandbox',
        'x-content-type-options': 'nosniff',
      });
    },
  );

  it.each([
    {
      name: 'HTML sent as a picture',
      type: 'image/png',
      bytes: Buffer.from('<script>'),
      status: 400,
    },
    { name: 'a picture of another type', type: 'image/jpeg', bytes: png, status: 400 },
    { name: 'an empty body', type: 'image/png', bytes: Buffer.alloc(0), status: 400 },
    { name: 'an SVG', type: 'image/svg+xml', bytes: Buffer.from('<svg/>'), status: 415 },
    {
      name: 'too large a picture',
      type: 'image/png',
      bytes: Buffer.concat([png, Buffer.alloc(1_100_000)]),
      status: 413,
    },
  ])('refuse $name', async ({ type, bytes, status }) => {
    const { url, root } = await startHub();
    expect((await post(url, type, bytes)).status).toBe(status);
    expect(existsSync(join(root, '.annotate/attachments'))).toBe(false);
  });

  it('are served from their folder only', async () => {
    const { url, root, port } = await startHub();
    const folder = join(root, '.annotate/attachments');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(root, 'secret.png'), png);
    const linked = `${'a'.repeat(64)}.png`;
    symlinkSync(join(root, 'secret.png'), join(folder, linked));
    expect((await fetch(`${url}/__annotate/api/attachments/${linked}`)).status).toBe(404);
    const names = [
      '..%2f..%2fsecret.png',
      '%2e%2e',
      '../../secret.png',
      '..\\store.db',
      `${'b'.repeat(64)}.png`,
      '',
    ];
    for (const name of names) {
      // Not `fetch`, which normalizes the path.
      const status = await new Promise((resolve, reject) => {
        request({ port, path: `/__annotate/api/attachments/${name}` }, (answer) =>
          resolve(answer.resume().statusCode),
        )
          .on('error', reject)
          .end();
      });
      expect({ name, status }).toEqual({ name, status: 404 });
    }
  });

  const links: { name: string; target: (outside: string) => string; says: string }[] = [
    { name: 'out of the project', target: (outside) => outside, says: 'leads out of the project' },
    {
      name: 'to a folder outside that does not exist',
      target: (outside) => join(outside, 'a/b'),
      says: 'leads out of the project',
    },
    { name: 'to itself', target: () => 'attachments', says: 'lead to each other' },
  ];
  it.each(links)(
    'are not written, served or removed where a link leads $name; the answer says so',
    async ({ target, says }) => {
      const { url, root } = await startHub();
      const outside = temporaryFolder();
      const theirs = `${'a'.repeat(64)}.png`;
      writeFileSync(join(outside, theirs), png);
      const before = readdirSync(outside);
      symlinkSync(target(outside), join(root, '.annotate/attachments'));
      const answer = await post(url, 'image/png', png);
      expect(answer.status).toBe(409);
      expect(await answer.json()).toMatchObject({
        code: 'store/outside',
        error: expect.stringContaining(says) as string,
        hint: expect.stringContaining('Remove the link') as string,
      });
      expect((await fetch(`${url}/__annotate/api/attachments/${theirs}`)).status).toBe(404);
      const folder = new FolderAttachments(root);
      await folder.remove(theirs);
      expect(await folder.list()).toEqual([]);
      expect(readdirSync(outside)).toEqual(before);
    },
  );

  it('are not written where a file has the name of their folder; the answer says so', async () => {
    const { url, root } = await startHub();
    writeFileSync(join(root, '.annotate/attachments'), 'mine');
    const answer = await post(url, 'image/png', png);
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({
      error: expect.stringContaining('is not a folder') as string,
    });
  });
});
