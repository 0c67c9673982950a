/** What a folder of the repository gets: the app's own, and in a monorepo the git root as well. */
import type { Tree } from '@angular-devkit/schematics';

import { ignoreStore } from './gitignore.ts';
import { addServer, mcpFilesOf } from './mcp-config.ts';
import type { AiTool } from './options.ts';

export interface Folder {
  /** Where the tree is on disk. */
  folder: string;
  gitRoot: string;
  aiTool: AiTool;
}

/** Returns the files that changed. */
export function prepareFolder(tree: Tree, { aiTool, ...place }: Folder): string[] {
  const servers = mcpFilesOf(aiTool).filter((file) => addServer(tree, file, place));
  return [...servers.map(({ path }) => path), ...(ignoreStore(tree) ? ['.gitignore'] : [])];
}

export function filesOf(aiTool: AiTool): string[] {
  return [...mcpFilesOf(aiTool).map(({ path }) => path), '.gitignore'];
}
