import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { rootMarker } from '@annotate-mcp/store';

import type { GlobalOptions } from '../command.ts';
import { projectOrNone } from '../project-store.ts';

/**
 * `auto` is for a plugin that an agent loads in every folder: annotations only where the project uses annotate-mcp, so
 * that no store appears anywhere else, and Markdown review everywhere.
 */
export function resolveToolsets(
  named: readonly string[] | undefined,
  options: GlobalOptions,
): readonly string[] | undefined {
  if (named?.includes('auto') !== true) return named;
  return usesAnnotateMcp(projectOrNone(options)) ? undefined : ['markdown'];
}

function usesAnnotateMcp(root: string): boolean {
  if (['.annotate', rootMarker].some((name) => existsSync(join(root, name)))) return true;
  return [root, process.cwd()].some((folder) => namesOurPackage(join(folder, 'package.json')));
}

function namesOurPackage(manifest: string): boolean {
  try {
    return /"(?:@annotate-mcp\/[\w-]+|annotate-mcp)"\s*:/.test(readFileSync(manifest, 'utf8'));
  } catch {
    // Most folders have no manifest, and one that cannot be read is reported by the tools that need it.
    return false;
  }
}
