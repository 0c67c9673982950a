import { existsSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';

import { rootMarker } from '@annotate-mcp/store';

import type { GlobalOptions } from '../command.ts';
import { projectOrNone } from '../project-store.ts';

/**
 * Outside of a project only Markdown files are reviewed, since there is nowhere to keep annotations: a host may start the
 * server in `/`, and gives up a server that does not answer. `auto` is for a plugin that an agent loads in every folder:
 * annotations only where the project uses annotate-mcp, so that no store appears anywhere else, and Markdown review
 * everywhere.
 */
export function resolveToolsets(
  named: readonly string[] | undefined,
  options: GlobalOptions,
): readonly string[] | undefined {
  if (named?.includes('auto') === true)
    return usesAnnotateMcp(projectOrNone(options)) ? undefined : markdownOnly;
  const offersBoth = named === undefined || named.length === 0 || named.length > 1;
  return offersBoth && isNoProject(projectOrNone(options)) ? markdownOnly : named;
}

const markdownOnly = ['markdown'];

function isNoProject(root: string): boolean {
  return root === parse(root).root;
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
