import { join } from 'node:path';

import { findProjectRoot, rootMarker } from '@annotate-mcp/store';

import type { Change } from './change.ts';
import type { Project } from './project.ts';

const text =
  'This folder is the root of the project for annotate-mcp: annotations are kept in .annotate/ here.\n';

/** A file that makes the dev servers and the agents of a project agree on its root, where they would not without it. */
export function proposeRootMarker({ root, folder, apps }: Project): Change[] {
  const folders = [root, folder, ...apps.map((app) => app.folder)];
  if (folders.every((cwd) => findProjectRoot({ cwd, env: {} }) === root)) return [];
  const what = 'the dev server and the agent find this root';
  return [{ file: join(root, rootMarker), what, before: null, after: text }];
}
