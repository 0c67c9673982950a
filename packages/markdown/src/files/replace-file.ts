import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { hasErrorCode } from '@annotate-mcp/store/files';

/**
 * The old text or the new one, never a part. `false`, and nothing done, when `isCurrent` says no at the last moment.
 * `workshop` is where the new text is prepared: a kill in between must leave nothing beside a committed file.
 */
export function replaceFile(file: string, text: string, workshop: string, isCurrent: () => boolean): boolean {
  const draft = join(workshop, `${basename(file)}.${randomUUID()}.tmp`);
  try {
    mkdirSync(workshop, { recursive: true });
    writeDurably(draft, text);
    takeAfter(draft, file);
    if (!isCurrent()) return false;
    renameSync(draft, file);
    return true;
  } catch (error) {
    // Another file system, or no workshop to be had: the new text is prepared beside the file after all.
    const isElsewhere =
      workshop !== dirname(file) && hasErrorCode(error, 'EXDEV', 'EACCES', 'EPERM', 'EROFS');
    if (!isElsewhere) throw error;
    return replaceFile(file, text, dirname(file), isCurrent);
  } finally {
    rmSync(draft, { force: true });
  }
}

function writeDurably(file: string, text: string): void {
  // For nobody else until it is known who may read it.
  const descriptor = openSync(file, 'wx', 0o600);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** The same permissions, and the same owner where that is allowed: in a container we may be somebody else. */
function takeAfter(draft: string, file: string): void {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats === undefined) return;
  try {
    chownSync(draft, stats.uid, stats.gid);
  } catch (error) {
    // Only root may give files away; whoever may write this one owns what they wrote.
    if (!hasErrorCode(error, 'EPERM', 'EINVAL')) throw error;
  }
  // Not with `open`, where the umask would take some of it away, and after the owner, which takes away more.
  chmodSync(draft, stats.mode & 0o7777);
}
