/** Finds the workspace and its git root on disk: a schematic's tree has no path, and contains only the workspace. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';

export interface WorkspaceFolders {
  /** Contains angular.json. */
  workspace: string;
  /** Contains `.annotate/`; the workspace itself where there is no git repository. */
  gitRoot: string;
}

export function findFolders(workingDirectory = ''): WorkspaceFolders {
  const up = workingDirectory.split('/').map((name) => (name === '' || name === '.' ? '.' : '..'));
  const workspace = realpathSync(resolve(...up));
  return { workspace, gitRoot: findGitRoot(workspace) ?? workspace };
}

/** In a worktree or submodule `.git` is a file. A `.git` in `/` is ignored. */
function findGitRoot(folder: string): string | null {
  if (folder === parse(folder).root) return null;
  return existsSync(join(folder, '.git')) ? folder : findGitRoot(dirname(folder));
}
