/** Where the workspace and its repository are on disk: a schematic's tree has no address, and ends at the workspace. */
import { existsSync, realpathSync } from 'node:fs';
import { dirname, join, parse, resolve } from 'node:path';

export interface Places {
  /** Holds angular.json. */
  workspace: string;
  /** Holds `.annotate/`; the workspace itself where there is no repository. */
  gitRoot: string;
}

export function findPlaces(workingDirectory = ''): Places {
  const up = workingDirectory.split('/').map((name) => (name === '' || name === '.' ? '.' : '..'));
  const workspace = realpathSync(resolve(...up));
  return { workspace, gitRoot: gitRootAround(workspace) ?? workspace };
}

/** In a worktree or submodule `.git` is a file. Nobody's project is in `/`. */
function gitRootAround(folder: string): string | null {
  if (folder === parse(folder).root) return null;
  return existsSync(join(folder, '.git')) ? folder : gitRootAround(dirname(folder));
}
