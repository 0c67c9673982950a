/** Prepares a folder: the workspace and, in a monorepo, also the project root. */
import type { Tree } from '@angular-devkit/schematics';

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
  return [...servers.map(({ path }) => path), ...(addToGitignore(tree) ? [gitignore] : [])];
}

export function filesToPrepare(aiTool: AiTool): string[] {
  return [...mcpFilesOf(aiTool).map(({ path }) => path), gitignore];
}

const gitignore = '.gitignore';

/** Adds `.annotate/` to .gitignore. The folder has a .gitignore of its own, but only once the store was created. */
function addToGitignore(tree: Tree): boolean {
  const text = tree.read(gitignore)?.toString() ?? '';
  if (/^\/?\.annotate\/?\s*$/m.test(text)) return false;
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  const after = `${text}${gap}# annotate-mcp${eol}.annotate/${eol}`;
  if (tree.exists(gitignore)) tree.overwrite(gitignore, after);
  else tree.create(gitignore, after);
  return true;
}
