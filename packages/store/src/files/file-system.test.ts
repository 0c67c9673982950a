import { tmpdir } from 'node:os';

import { expect, it } from 'vitest';

import { sharedFileSystem } from './file-system.ts';

it.each([
  [0xef53, null],
  [0x6969, 'NFS'],
  [-11317950, 'CIFS'],
  [0x01021997, '9P'],
  [0x65735546, 'FUSE'],
])('file system type %i is %s', (type, name) => {
  expect(sharedFileSystem('/x', { statfs: () => ({ type }), realPath: String })).toBe(name);
});

it('knows a Windows network share by its path, and behind the letter of a drive', () => {
  const on = (folder: string, real = folder) =>
    sharedFileSystem(folder, { statfs: () => ({ type: 0 }), realPath: () => real });
  expect(on('\\\\server\\share\\project')).toBe('network share');
  expect(on('Z:\\project', '\\\\server\\share\\project')).toBe('network share');
  expect(on('C:\\project')).toBeNull();
  expect(on('\\\\?\\C:\\project')).toBeNull();
});

it('asks the system about a real folder', () => {
  expect(sharedFileSystem(tmpdir())).toBeNull();
});
