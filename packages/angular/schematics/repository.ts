/** Prepares a folder: the workspace and, in a monorepo, also the project root. */
import type { Tree } from '@angular-devkit/schematics';

import { addToGitignore } from './gitignore.ts';
import { addServer, mcpFilesOf } from './mcp-config.ts';
import type { AiTool } from './options.ts';

export interface PreparedFolder {
  /** The path of the tree on disk. */
  folder: string;
  projectRoot: string;
  aiTool: AiTool;
}

/** Returns the files that changed. */
export function prepareFolder(tree: Tree, { aiTool, ...location }: PreparedFolder): string[] {
  const servers = mcpFilesOf(aiTool).filter((file) => addServer(tree, file, location));
  return [...servers.map(({ path }) => path), ...(addToGitignore(tree) ? ['.gitignore'] : [])];
}

export function filesToPrepare(aiTool: AiTool): string[] {
  return [...mcpFilesOf(aiTool).map(({ path }) => path), '.gitignore'];
}
