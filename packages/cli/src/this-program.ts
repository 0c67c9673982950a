/** How this program was started, so that agents and services can start it again. */
import { resolve } from 'node:path';

import { realPathIfThere } from '@annotate-mcp/store/files';

// Defined by the build of the standalone executable.
declare const __ANNOTATE_MCP_STANDALONE__: boolean | undefined;

/** The program is a single executable that contains Node. */
export const isStandalone = typeof __ANNOTATE_MCP_STANDALONE__ === 'boolean' && __ANNOTATE_MCP_STANDALONE__;

/** The file of this program, with links followed: npx and `npm link` start it by a link. */
export function programFile(): string {
  return isStandalone ? process.execPath : realPathIfThere(resolve(process.argv[1] ?? ''));
}

/** With absolute paths, for a system that has another working folder and PATH. */
export function programCommand(): readonly [program: string, ...args: string[]] {
  if (isStandalone) return [process.execPath];
  // Needed again when the program runs from source.
  const conditions = process.execArgv.filter((arg) => arg.startsWith('--conditions='));
  return [process.execPath, ...conditions, programFile()];
}
