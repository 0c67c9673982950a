import { existsSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

import { unionMergeLine } from '@annotate-mcp/store';
import { isInside } from '@annotate-mcp/store/files';

import type { Change } from './change.ts';

/** A JSON store that is committed is merged by git line by line, in every clone. */
export function proposeGitAttributes(root: string, store: string | undefined): Change[] {
  const [, location = ''] = /^json:(.+)$/s.exec(store ?? '') ?? [];
  const path = resolve(root, location);
  if (location === '' || !isInside(path, root) || !existsSync(join(root, '.git'))) return [];
  const file = join(root, '.gitattributes');
  const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
  const line = unionMergeLine(relative(root, path));
  if (before?.split(/\r?\n/).includes(line) === true) return [];
  const text = before === null || before === '' || before.endsWith('\n') ? (before ?? '') : `${before}\n`;
  return [{ file, what: `git merges ${location} line by line`, before, after: `${text}${line}\n` }];
}
