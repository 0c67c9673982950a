/** Adds the MCP server "annotate" to the configuration files of an agent. */
import { isAbsolute, join, resolve } from 'node:path';

import type { Tree } from '@angular-devkit/schematics';

import { realPathIfThere } from '@annotate-mcp/hub/integration';

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
  { folder, projectRoot }: { folder: string; projectRoot: string },
): boolean {
  const shown = join(folder, path);
  if (isBlank(tree, path)) {
    write(tree, path, { [key]: { [serverName]: entry } });
    return true;
  }
  const file = openJson(tree, path, shown);
  const before = file.content;
  recordAt(file, [key], shown);
  if (file.get([key, serverName]) === undefined) {
    file.modify([key, serverName], entry, false);
  } else {
    // The command of an existing entry stays.
    const env = recordAt(file, [key, serverName, 'env'], shown);
    if (!isRoot(env[rootVariable], folder, projectRoot)) {
      const isAlone = Object.keys(env).length === 1;
      file.remove([key, serverName, 'env', ...(isAlone ? [] : [rootVariable])]);
    }
  }
  return file.content !== before;
}

/** For agents whose files this schematic does not write. */
export function snippetFor(projectRoot: string): string {
  const env = { [rootVariable]: projectRoot };
  return JSON.stringify({ [claudeCode.key]: { [serverName]: { ...entry, env } } }, null, 2);
}

/**
 * The same entry that `annotate-mcp init` writes. It names no root: the server finds the same one as the dev server, and an
 * absolute path would be wrong on every other machine that the file is committed for.
 */
const entry = { command: 'npx', args: ['-y', 'annotate-mcp'] };

function isRoot(named: unknown, folder: string, projectRoot: string): boolean {
  if (named === undefined) return true;
  return (
    typeof named === 'string' && !isAbsolute(named) && realPathIfThere(resolve(folder, named)) === projectRoot
  );
}

function isBlank(tree: Tree, path: string): boolean {
  return !tree.exists(path) || tree.read(path)?.toString().trim() === '';
}

function write(tree: Tree, path: string, value: object): void {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  if (tree.exists(path)) tree.overwrite(path, text);
  else tree.create(path, text);
}
