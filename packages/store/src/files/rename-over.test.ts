import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import { renameOver, renameOverSync } from './rename-over.ts';

const folder = mkdtempSync(join(tmpdir(), 'rename over '));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Refuses so many times, as Windows does while another program has the file open. */
function heldOpen(platform: NodeJS.Platform, times: number, code = 'EPERM') {
  const calls: string[] = [];
  const rename = (from: string, to: string) => {
    calls.push(`${from} ${to}`);
    if (calls.length <= times)
      throw Object.assign(new Error('in use'), { code, errno: -1, syscall: 'rename' });
  };
  return {
    system: { platform, rename },
    later: { platform, rename: async (from: string, to: string) => rename(from, to) },
    calls,
  };
}

describe('a file that takes the place of another one', () => {
  it('has its name afterwards', async () => {
    const [from, to] = [join(folder, 'new'), join(folder, 'old')];
    for (const move of [renameOver, renameOverSync]) {
      writeFileSync(from, move.name);
      writeFileSync(to, 'old');
      await move(from, to);
      expect(readFileSync(to, 'utf8')).toBe(move.name);
      expect(existsSync(from)).toBe(false);
    }
  });

  it.each(['EPERM', 'EACCES', 'EBUSY'])('waits on Windows while that one is open (%s)', async (code) => {
    const [first, second] = [heldOpen('win32', 3, code), heldOpen('win32', 3, code)];
    await renameOver('a', 'b', first.later);
    renameOverSync('a', 'b', second.system);
    expect(first.calls).toEqual(Array.from({ length: 4 }, () => 'a b'));
    expect(second.calls).toEqual(first.calls);
  });

  it('gives up after a second', async () => {
    const { system, later } = heldOpen('win32', Infinity);
    await expect(renameOver('a', 'b', later)).rejects.toThrow('in use');
    expect(() => renameOverSync('a', 'b', system)).toThrow('in use');
  });

  it('is refused at once elsewhere, and on Windows for every other reason', async () => {
    for (const { system, later, calls } of [heldOpen('linux', 9), heldOpen('win32', 9, 'ENOSPC')]) {
      await expect(renameOver('a', 'b', later)).rejects.toThrow('in use');
      expect(() => renameOverSync('a', 'b', system)).toThrow('in use');
      expect(calls).toHaveLength(2);
    }
  });
});
