import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { readFileContent, resolveFile } from './read-file.ts';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = realpathSync(mkdtempSync(join(tmpdir(), 'annotate fïles ')));
  folders.push(made);
  return made;
}

function fileOf(content: string | Buffer): string {
  const file = join(folder(), 'a.md');
  writeFileSync(file, content);
  return file;
}

describe('a path', () => {
  it('below an allowed folder opens, also through a link', async () => {
    const [root, elsewhere] = [folder(), folder()];
    writeFileSync(join(root, 'a.md'), 'a');
    symlinkSync(join(root, 'a.md'), join(elsewhere, 'link.md'));
    expect(await resolveFile(join(elsewhere, 'link.md'), () => [root])).toMatchObject({
      file: join(root, 'a.md'),
    });
  });

  it('counts as what it leads to, so that a link out of the folder is refused', async () => {
    const [root, elsewhere] = [folder(), folder()];
    writeFileSync(join(elsewhere, 'secret.md'), 'secret');
    symlinkSync(join(elsewhere, 'secret.md'), join(root, 'a.md'));
    symlinkSync(elsewhere, join(root, 'docs'));
    for (const path of ['a.md', 'docs/secret.md', `../${elsewhere.split('/').pop() ?? ''}/secret.md`]) {
      await expect(resolveFile(join(root, path), () => [root])).rejects.toMatchObject({
        code: 'markdown/outside-roots',
        hint: expect.stringContaining(root) as unknown,
      });
    }
  });

  it('in a folder whose name only begins like an allowed one is refused', async () => {
    const parent = folder();
    for (const name of ['docs', 'docs-private']) mkdirSync(join(parent, name));
    writeFileSync(join(parent, 'docs-private', 'a.md'), 'a');
    await expect(
      resolveFile(join(parent, 'docs-private', 'a.md'), () => [join(parent, 'docs')]),
    ).rejects.toMatchObject({ code: 'markdown/outside-roots' });
  });

  it('is below the allowed folder also when that is named by a link', async () => {
    const [root, elsewhere] = [folder(), folder()];
    writeFileSync(join(root, 'a.md'), 'a');
    symlinkSync(root, join(elsewhere, 'project'));
    const roots = () => [join(elsewhere, 'project'), join(elsewhere, 'there is no such folder')];
    expect(await resolveFile(join(root, 'a.md'), roots)).toEqual({ file: join(root, 'a.md'), roots: [root] });
  });

  it('to nothing, or around in a circle, is not found', async () => {
    const root = folder();
    symlinkSync(join(root, 'b'), join(root, 'a'));
    symlinkSync(join(root, 'a'), join(root, 'b'));
    for (const name of ['none.md', 'a'])
      await expect(resolveFile(join(root, name), () => [root])).rejects.toMatchObject({
        code: 'markdown/not-found',
      });
  });
});

describe('a file', () => {
  it('is read with its byte order mark and its line ends', async () => {
    const raw = '\uFEFF# A\r\n\r\n𝒳 é\n';
    const { bytes, sha, ...content } = await readFileContent(fileOf(raw));
    expect(content.raw).toBe(raw);
    expect(bytes).toBe(Buffer.byteLength(raw));
    expect(sha).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['a picture', Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0x0d])],
    ['Latin-1', Buffer.from('Grüße', 'latin1')],
    ['UTF-16', Buffer.from('\uFEFF# A', 'utf16le')],
    ['half a character at its end', Buffer.from('é').subarray(0, 1)],
  ])('that is no UTF-8 text (%s) is refused', async (_name, content) => {
    await expect(readFileContent(fileOf(content))).rejects.toMatchObject({ code: 'markdown/not-text' });
  });

  it('of 50 MB is refused, and not read', async () => {
    const file = fileOf('');
    execFileSync('truncate', ['-s', '50M', file]);
    await expect(readFileContent(file)).rejects.toMatchObject({
      code: 'markdown/too-large',
      message: expect.stringContaining('52.4 MB') as unknown,
    });
  });

  it('that is a folder or a pipe is refused, and nothing waits for a writer', async () => {
    const root = folder();
    execFileSync('mkfifo', [join(root, 'pipe.md')]);
    for (const path of [root, join(root, 'pipe.md')])
      await expect(readFileContent(path)).rejects.toMatchObject({ code: 'markdown/not-a-file' });
  });

  it('that is a link by now is refused', async () => {
    const [root, elsewhere] = [folder(), folder()];
    mkdirSync(join(root, 'docs'));
    writeFileSync(join(root, 'docs', 'a.md'), 'a');
    writeFileSync(join(elsewhere, 'a.md'), 'secret');
    renameSync(join(root, 'docs'), join(root, 'old'));
    symlinkSync(elsewhere, join(root, 'docs'));
    await expect(readFileContent(join(root, 'docs', 'a.md'))).rejects.toMatchObject({
      code: 'markdown/not-found',
    });
    symlinkSync(join(elsewhere, 'a.md'), join(root, 'a.md'));
    await expect(readFileContent(join(root, 'a.md'))).rejects.toMatchObject({ code: 'markdown/not-found' });
  });

  it('that may not be read says so', async () => {
    const file = fileOf('a');
    chmodSync(file, 0o000);
    chmodSync(join(file, '..'), 0o755);
    await asUnprivilegedUser(() =>
      expect(readFileContent(file)).rejects.toMatchObject({ code: 'markdown/denied' }),
    );
  });
});

/** Root may read every file, so the work runs as another user. */
async function asUnprivilegedUser(work: () => Promise<void>): Promise<void> {
  if (process.getuid?.() !== 0) return work();
  process.seteuid?.(65_534);
  try {
    await work();
  } finally {
    process.seteuid?.(0);
  }
}
