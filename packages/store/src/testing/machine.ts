/** What the machine that runs the tests has. A test that needs more than this says so, and is skipped without it. */
import { spawnSync } from 'node:child_process';
import { lstatSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Modes of files, signals, and file names with any character but `/`. */
export const isPosix = process.platform !== 'win32';

/** Elsewhere a missing git is a fault of the machine, which the tests then show. */
export const hasGit = isPosix || spawnSync('git', ['--version']).status === 0;

/** Windows lets only some people make symbolic links. */
export const hasLinks = isPosix || canLink();

function canLink(): boolean {
  const folder = mkdtempSync(join(tmpdir(), 'annotate links '));
  try {
    symlinkSync(folder, join(folder, 'link'));
    // Wine makes something else of it.
    return lstatSync(join(folder, 'link')).isSymbolicLink();
  } catch {
    return false; // it is not allowed here, or not possible
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
