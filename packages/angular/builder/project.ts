import { join } from 'node:path';

import type { BuilderContext } from '@angular-devkit/architect';

import { realPath, realPathIfThere } from '@annotate-mcp/hub/integration';

/** Folders of the project; absolute and without symbolic links. */
export interface Project {
  /** The folder that contains `.annotate/`. */
  readonly root: string;
  /** The folder of angular.json. File names from Angular's compiler are relative to it. */
  readonly workspaceRoot: string;
  /** The folder of the project that is served. */
  readonly appRoot: string;
}

export async function readProject(context: BuilderContext, root: string): Promise<Project> {
  const { workspaceRoot, target } = context;
  const { root: folder } = await context.getProjectMetadata(target?.project ?? '');
  const appRoot = join(workspaceRoot, typeof folder === 'string' ? folder : '');
  return { root, workspaceRoot: realPath(workspaceRoot), appRoot: realPathIfThere(appRoot) };
}
