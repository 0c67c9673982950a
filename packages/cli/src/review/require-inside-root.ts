import { existsSync, realpathSync } from 'node:fs';

import { AnnotateError } from '@annotate-mcp/core';
import { findProjectRoot } from '@annotate-mcp/store';
import { isInside } from '@annotate-mcp/store/files';

import type { GlobalOptions } from '../command.ts';

/** Any file may be named. With `--root` it has to be inside that folder, after links are followed. */
export function requireInsideRoot(file: string, { root }: GlobalOptions): string {
  if (root === undefined || !existsSync(file)) return file;
  const folder = findProjectRoot({ root });
  if (isInside(realpathSync(file), folder)) return file;
  throw new AnnotateError('markdown/outside-roots', `${file} is not in ${folder}.`, {
    hint: 'Leave --root out, or name the folder that holds the file.',
  });
}
