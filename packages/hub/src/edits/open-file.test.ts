/** Opening files of the project in an editor of the person, which a script plays that notes what it was given. */
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished, vi } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';

import { startHub, temporaryFolder } from '../testing/hub-server.ts';

const token = 'q1W2e3R4t5Y6u7I8o9P0';
const visitor = {
  'x-forwarded-for': '203.0.113.9',
  authorization: `Bearer ${token}`,
  'x-annotate-author-secret': uuidOf(1),
};

/** `said`: what the editor was given, each with a zero behind it. */
async function startWithEditor() {
  const root = temporaryFolder();
  writeFileSync(join(root, 'card ü.txt'), 'One\n');
  const said = join(root, 'said');
  const editor = join(root, 'my-editor');
  writeFileSync(editor, `#!/bin/sh\nprintf '%s\\0' "$@" > '${said}.part' && mv '${said}.part' '${said}'\n`);
  chmodSync(editor, 0o755);
  vi.stubEnv('LAUNCH_EDITOR', editor);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { url } = await startHub({ root, guard: { token } });
  const open = async (body: unknown, headers: Record<string, string> = {}) => {
    const response = await fetch(`${url}/__annotate/api/open-file`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: { 'content-type': 'application/json', ...headers },
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };
  return { root, said, open };
}

describe('opening a file', () => {
  it('starts the editor of the person at the line, for a file of the project and nothing else', async () => {
    const { root, said, open } = await startWithEditor();
    symlinkSync('/etc/hostname', join(root, 'link'));
    for (const [body, code] of [
      [{ file: '/etc/hostname' }, 'file/outside'],
      [{ file: '../x' }, 'file/outside'],
      [{ file: 'link' }, 'file/outside'],
      [{ file: '.' }, 'file/outside'],
      [{ file: 'missing.ts' }, 'file/not-found'],
      [{ file: 'card ü.txt', line: '1; rm -rf /' }, 'file/unreadable'],
      [{ file: 5 }, 'file/unreadable'],
    ] as const)
      expect((await open(body)).body).toMatchObject({ code });
    expect((await open({ file: 'card ü.txt' }, visitor)).body).toMatchObject({ code: 'edit/not-local' });
    expect(existsSync(said)).toBe(false);

    expect((await open({ file: 'card ü.txt', line: 3, column: 2 })).status).toBe(202);
    await expect.poll(() => existsSync(said), { timeout: 10_000 }).toBe(true);
    expect(readFileSync(said, 'utf8')).toContain(join(root, 'card ü.txt'));
    rmSync(said);
  });

  it('gives a hostile name to the editor as one name of a file, and never as an option, an address or a command', async () => {
    const { root, said, open } = await startWithEditor();
    for (const file of hostileNames) {
      writeFileSync(join(root, file), 'x');
      const { status, body } = await open({ file, line: 3, column: 2 });
      // A name that editors could take apart may be refused with a reason.
      if (status !== 202) {
        expect([file, body.code]).toEqual([file, expect.stringMatching(/^file\//) as unknown]);
        continue;
      }
      await expect.poll(() => existsSync(said), { timeout: 10_000 }).toBe(true);
      const given = readFileSync(said, 'utf8').split('\0').slice(0, -1);
      rmSync(said);
      // An absolute path cannot be an option; the position may follow it or stand alone.
      expect([file, given.some((one) => one.startsWith(join(root, file)))]).toEqual([file, true]);
      expect(given.filter((one) => one.startsWith('-'))).toEqual([]);
      rmSync(join(root, file));
    }
    for (const file of noFiles)
      expect([file, (await open({ file })).body.code]).toEqual([
        file,
        expect.stringMatching(/^file\/(?:outside|not-found)$/) as unknown,
      ]);
    for (const position of [{ line: '3' }, { line: '3;id' }, { column: -1 }, { line: 1e9 }, { line: 1.5 }])
      expect((await open({ file: 'card ü.txt', ...position })).body).toMatchObject({
        code: 'file/unreadable',
      });
    expect([existsSync(said), existsSync(join(root, 'owned'))]).toEqual([false, false]);
  });
});

const hostileNames = [
  '--wait',
  '-c owned',
  'a b.txt',
  'a&touch owned&.txt',
  'a;touch owned;.txt',
  '$(touch owned).txt',
  '`touch owned`.txt',
  'a|touch owned.txt',
  '"a".txt',
  "it's.txt",
  'a\ntouch owned\n.txt',
  '%COMSPEC%.txt',
  'a^b!.txt',
];

const noFiles = [
  'file:///etc/hostname',
  'FILE:/etc/hostname',
  'vscode://file/etc/hostname',
  'https://example.com/x.js',
  '//server/share/x.txt',
  '\\\\server\\share\\x.txt',
  '\\\\?\\C:\\x.txt',
  'C:x.txt',
  'a.txt\0.png',
  'card ü.txt/../../x',
  '.git/../../x',
];
