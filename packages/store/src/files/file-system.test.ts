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
  expect(sharedFileSystem('/x', () => ({ type }))).toBe(name);
});

it('knows a Windows network share by its path', () => {
  expect(sharedFileSystem('\\\\server\\share\\project', () => ({ type: 0 }))).toBe('network share');
  expect(sharedFileSystem('\\\\?\\C:\\project', () => ({ type: 0 }))).toBeNull();
});

it('asks the system about a real folder', () => {
  expect(sharedFileSystem(tmpdir())).toBeNull();
});
