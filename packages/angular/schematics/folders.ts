/** Finds the workspace and its project root on disk: a schematic's tree has no path, and contains only the workspace. */
import { resolve } from 'node:path';

import { findProjectRoot, realPath } from '@annotate-mcp/hub/integration';

export interface WorkspaceFolders {
  /** Contains angular.json. */
  workspace: string;
  /** Contains `.annotate/`: the dev server and the agent find the same folder. */
  projectRoot: string;
}

export function findFolders(workingDirectory = ''): WorkspaceFolders {
  const up = workingDirectory.split('/').map((name) => (name === '' || name === '.' ? '.' : '..'));
  const workspace = realPath(resolve(...up));
  return { workspace, projectRoot: findProjectRoot({ cwd: workspace, env: {} }) };
}
