import { existsSync, readFileSync } from 'node:fs';
import { join, parse } from 'node:path';

import { rootMarker } from '@annotate-mcp/store';
import { extensionFolder } from '@annotate-mcp/store/user-folders';

import type { GlobalOptions } from '../cli-command.ts';
import { projectOrNone } from '../project-store.ts';

export interface ResolvedToolsets {
  readonly names: readonly string[];
  /** Annotations were asked for, but there is no project to keep them in. */
  readonly isOutsideProjects: boolean;
}

/**
 * Outside a project there are no annotations, since there is nowhere to keep them: a host may start the server in `/`,
 * and gives up a server that does not answer. `auto` is for a plugin that an agent loads in every folder: annotations only
 * where the project uses annotate-mcp, so that no store appears anywhere else, and Markdown review everywhere. Unless
 * toolsets are named, the browser tools are offered when the person has the extension: a tool list costs the agent tokens.
 */
export function resolveToolsets(
  named: readonly string[] | undefined,
  options: GlobalOptions,
): ResolvedToolsets {
  const names = withDefaults(named, options);
  const wantsOthers = names.length > 1 && names.includes('annotations');
  if (!wantsOthers || !isNoProject(projectOrNone(options))) return { names, isOutsideProjects: false };
  return { names: names.filter((name) => name !== 'annotations'), isOutsideProjects: true };
}

function withDefaults(named: readonly string[] | undefined, options: GlobalOptions): readonly string[] {
  const browser = isExtensionUnpacked() ? ['browser'] : [];
  if (named === undefined || named.length === 0) return ['annotations', 'markdown', ...browser];
  if (!named.includes('auto')) return named;
  const annotations = usesAnnotateMcp(projectOrNone(options)) ? ['annotations'] : [];
  const others = named.filter((name) => name !== 'auto');
  return [...new Set([...annotations, 'markdown', ...browser, ...others])];
}

/** `annotate-mcp extension` has put it there. */
function isExtensionUnpacked(): boolean {
  return existsSync(join(extensionFolder(), 'manifest.json'));
}

function isNoProject(root: string): boolean {
  return root === parse(root).root;
}

function usesAnnotateMcp(root: string): boolean {
  if (existsSync(join(root, rootMarker)) || hasAnnotations(join(root, '.annotate'))) return true;
  return [root, process.cwd()].some((folder) => namesOurPackage(join(folder, 'package.json')));
}

/** A store, or a dev server with a hub. The review of a Markdown file leaves other files there, which is no reason to create a store. */
function hasAnnotations(folder: string): boolean {
  return ['store.db', 'hubs'].some((name) => existsSync(join(folder, name)));
}

function namesOurPackage(manifest: string): boolean {
  try {
    return /"(?:@annotate-mcp\/[\w-]+|annotate-mcp)"\s*:/.test(readFileSync(manifest, 'utf8'));
  } catch {
    // Most folders have no manifest, and one that cannot be read is reported by the tools that need it.
    return false;
  }
}
