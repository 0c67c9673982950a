/** Adds the MCP server "annotate" to the configuration files of an agent. */
import { join, resolve } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';

import { realPath } from '@annotate-mcp/hub/integration';

import { openJson, recordAt } from './json-file.ts';
import type { AiTool } from './options.ts';

export interface McpFile {
  path: string;
  key: string;
}

const claudeCode: McpFile = { path: '.mcp.json', key: 'mcpServers' };
const vscode: McpFile = { path: '.vscode/mcp.json', key: 'servers' };

const files: Readonly<Record<AiTool, readonly McpFile[]>> = {
  'claude-code': [claudeCode],
  vscode: [vscode],
  both: [claudeCode, vscode],
  other: [],
};

const serverName = 'annotate';
const rootVariable = 'ANNOTATE_PROJECT_ROOT';

export function mcpFilesOf(aiTool: AiTool): readonly McpFile[] {
  return files[aiTool];
}

/** `folder` is the path of `tree` on disk. Everything else in the file stays. Returns whether the file changed. */
export function addServer(
  tree: Tree,
  { path, key }: McpFile,
  { folder, gitRoot }: { folder: string; gitRoot: string },
): boolean {
  const shown = join(folder, path);
  if (isBlank(tree, path)) {
    write(tree, path, { [key]: { [serverName]: entryFor(gitRoot) } });
    return true;
  }
  const file = openJson(tree, path, shown);
  const before = file.content;
  recordAt(file, [key], shown);
  if (file.get([key, serverName]) === undefined) {
    file.modify([key, serverName], entryFor(gitRoot), false);
  } else if (!isRoot(recordAt(file, [key, serverName, 'env'], shown)[rootVariable], folder, gitRoot)) {
    // The command of an existing entry stays; only the project root is corrected.
    file.modify([key, serverName, 'env', rootVariable], gitRoot, false);
  }
  return file.content !== before;
}

/** For agents whose files this schematic does not write. */
export function snippetFor(gitRoot: string): string {
  return JSON.stringify({ [claudeCode.key]: { [serverName]: entryFor(gitRoot) } }, null, 2);
}

/** The same entry that `annotate-mcp init` writes. */
function entryFor(gitRoot: string): { command: string; args: string[]; env: Record<string, string> } {
  return { command: 'npx', args: ['-y', 'annotate-mcp'], env: { [rootVariable]: gitRoot } };
}

/** In a file at the git root the variable may be missing. */
function isRoot(named: unknown, folder: string, gitRoot: string): boolean {
  if (named === undefined) return folder === gitRoot;
  return typeof named === 'string' && realPath(resolve(folder, named)) === gitRoot;
}

function isBlank(tree: Tree, path: string): boolean {
  return !tree.exists(path) || tree.read(path)?.toString().trim() === '';
}

function write(tree: Tree, path: string, value: object): void {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (tree.exists(path)) tree.overwrite(path, text);
  else tree.create(path, text);
}
