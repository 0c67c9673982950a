import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { canMount } from '../../contract/files.ts';

import { noLog, WriteLog } from './write-log.ts';

/** A file system with room for little, which only root can make. */
function smallDisk(): string {
  const folder = mkdtempSync(join(tmpdir(), 'annotate-disk-'));
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder]);
  onTestFinished(() => {
    execFileSync('umount', [folder]);
    rmSync(folder, { recursive: true });
  });
  return folder;
}

describe.runIf(canMount())('a log on a full disk', () => {
  it('has no change that was refused, also when only the end of its line had no room', () => {
    const folder = smallDisk();
    const file = join(folder, 'store.log');
    const log = new WriteLog(file);
    const { bfree, bsize } = statfsSync(folder);
    // With the newline before it, the line fills the disk to the last byte, and its own end has no room.
    const line = JSON.stringify('x'.repeat(bfree * bsize - 3));
    expect(() => log.append([{ type: 'change', line }])).toThrow('ENOSPC');
    log.append([{ type: 'change', line: '"next"' }]);
    expect(log.readFrom(noLog).items).toEqual([{ type: 'change', line: '"next"' }]);
  });

  it('keeps what was written before', () => {
    const folder = smallDisk();
    const log = new WriteLog(join(folder, 'store.log'));
    log.append([{ type: 'change', line: '"first"' }]);
    const { bfree, bsize } = statfsSync(folder);
    writeFileSync(join(folder, 'ballast'), Buffer.alloc(bfree * bsize));
    expect(() => log.append([{ type: 'change', line: JSON.stringify('x'.repeat(8_000)) }])).toThrow('ENOSPC');
    rmSync(join(folder, 'ballast'));
    log.append([{ type: 'change', line: '"second"' }]);
    expect(log.readFrom(noLog).items).toEqual(
      ['"first"', '"second"'].map((line) => ({ type: 'change', line })),
    );
  });
});
