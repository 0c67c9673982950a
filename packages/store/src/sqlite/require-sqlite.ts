import { isBuiltin } from 'node:module';

import { AnnotateError } from '@annotate-mcp/core';

import { describeOldNode } from '../node-version.ts';

/** Throws, with what to do, on a Node without SQLite. Loads nothing, so that an app can ask on every version of Node. */
export function requireSqlite(version = process.versions.node): void {
  const old = describeOldNode(version);
  if (old !== null) {
    throw new AnnotateError('store/no-sqlite', old, {
      hint: 'Install a current Node from https://nodejs.org, then start this again.',
    });
  }
  if (isBuiltin('node:sqlite')) return;
  throw new AnnotateError('store/no-sqlite', 'This Node was started without its SQLite.', {
    hint: 'Remove --no-experimental-sqlite from its options or from NODE_OPTIONS.',
  });
}
