import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { readBridgeFile } from './bridge-files.ts';

const bridge = {
  url: 'http://127.0.0.1:3456',
  key: 'k'.repeat(43),
  projectName: 'shop',
  pid: 4711,
  startedAt: '2026-01-01T00:00:00.000Z',
  version: '1.0.0',
};

function fileWith(text: string, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-bridge-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'bridge.json');
  writeFileSync(file, text);
  chmodSync(file, mode);
  return file;
}

it('a bridge file is read as it was written', () => {
  expect(readBridgeFile(fileWith(JSON.stringify(bridge)))).toEqual({ state: 'found', bridge });
});

it('a folder without a bridge file has no bridge', () => {
  expect(readBridgeFile(join(tmpdir(), 'no-such-folder', 'bridge.json'))).toEqual({ state: 'none' });
});

it.each([
  { name: 'not JSON', text: '{', why: 'not JSON' },
  { name: 'empty', text: '', why: 'not JSON' },
  { name: 'of another form', text: '[]', why: 'not a bridge file' },
  {
    name: 'of a server elsewhere',
    text: JSON.stringify({ ...bridge, url: 'http://evil.test:3456' }),
    why: 'not a bridge file',
  },
  { name: 'endless', text: ' '.repeat(100_000), why: 'too large' },
])('a bridge file is refused when it is $name', ({ text, why }) => {
  expect(readBridgeFile(fileWith(text))).toMatchObject({
    state: 'refused',
    why: expect.stringContaining(why) as string,
  });
});

it.skipIf(process.platform === 'win32')('a bridge file is refused when others could have written it', () => {
  const file = fileWith(JSON.stringify(bridge), 0o622);
  expect(readBridgeFile(file)).toMatchObject({ state: 'refused', why: 'other users may write to it' });
});

it.runIf(process.getuid?.() === 0)('a bridge file is refused when it belongs to another user', async () => {
  const file = fileWith(JSON.stringify(bridge));
  const { chownSync } = await import('node:fs');
  chownSync(file, 65_534, 65_534);
  expect(readBridgeFile(file)).toMatchObject({
    state: 'refused',
    why: 'it belongs to another user (65534)',
  });
});
