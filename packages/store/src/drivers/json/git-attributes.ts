import { appendFileSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';

import { isSystemError } from '../../files/error-code.ts';
import { readTextIfThere } from '../../files/read-text-if-there.ts';
import { folderAround } from '../../project-root.ts';

/**
 * Tells git to merge these files line by line, which their format is made for. Written into the clone's own
 * `info/attributes`, which is not committed: merges on other machines are set up there, or by `init` for all.
 * `pattern` is absolute; its last part may have wildcards.
 */
export function mergeByLines(pattern: string): void {
  const root = folderAround(dirname(pattern), ['.git']);
  if (root === null) return;
  try {
    const file = join(gitFolder(join(root, '.git')), 'info', 'attributes');
    const before = readTextIfThere(file);
    const after = withMergeLine(before, relative(root, pattern));
    if (after === before) return;
    mkdirSync(dirname(file), { recursive: true });
    appendFileSync(file, after.slice(before.length));
  } catch (error) {
    // Without it a merge may stop at a conflict, which `annotate-mcp merge` resolves.
    if (!isSystemError(error)) throw error;
  }
}

/** A `.gitattributes` with the line for this path at its end, in its own line ends; the same text where the line is there. */
export function withMergeLine(text: string, path: string): string {
  const line = unionMergeLine(path);
  if (text.split(/\r?\n/).includes(line)) return text;
  const lineEnd = text.includes('\r\n') ? '\r\n' : '\n';
  return `${text}${text === '' || text.endsWith('\n') ? '' : lineEnd}${line}${lineEnd}`;
}

/** The line of a `.gitattributes` at the root for a path from the root, whose last part may have wildcards. */
export function unionMergeLine(path: string): string {
  const pattern = `/${path.split(sep).join('/')}`;
  return `${/[\s"\\]/.test(pattern) ? JSON.stringify(pattern) : pattern} merge=union`;
}

/** The folder that all worktrees share. In a worktree or submodule `.git` is a file that names another folder. */
function gitFolder(dotGit: string): string {
  if (statSync(dotGit).isDirectory()) return dotGit;
  const [, named = ''] = /^gitdir: (.+)$/m.exec(readFileSync(dotGit, 'utf8')) ?? [];
  const folder = resolve(dirname(dotGit), named.trim());
  const common = readTextIfThere(join(folder, 'commondir')).trim();
  const shared = common === '' ? folder : resolve(folder, common);
  // Throws when this is not a git folder.
  statSync(join(shared, 'HEAD'));
  return shared;
}
