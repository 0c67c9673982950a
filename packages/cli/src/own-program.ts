/** The program as it was started, for whoever has to start it again. */
import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';

// Put in by the build of the standalone executable.
declare const __ANNOTATE_MCP_STANDALONE__: boolean | undefined;

/** One file with Node inside. */
export const isStandalone = typeof __ANNOTATE_MCP_STANDALONE__ === 'boolean' && __ANNOTATE_MCP_STANDALONE__;

/** Links are followed: npx starts a link to an installed program, and `npm link` makes one to a checkout. */
export function ownFile(): string {
  return isStandalone ? process.execPath : real(resolve(process.argv[1] ?? ''));
}

/** Absolute, for a system that knows neither our folder nor our PATH. */
export function ownCommand(): readonly [program: string, ...args: string[]] {
  if (isStandalone) return [process.execPath];
  // Run from source it needs to be told so again.
  const conditions = process.execArgv.filter((arg) => arg.startsWith('--conditions='));
  return [process.execPath, ...conditions, ownFile()];
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // What does not exist is still what was said.
    return path;
  }
}
