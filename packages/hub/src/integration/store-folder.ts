/**
 * Keeps `.annotate` from being served by dev servers. They serve every file below their root, with `--host` to the whole
 * network; annotations may only be read through the guard.
 */

import type { ServerResponse } from 'node:http';
import { join } from 'node:path';

import type { Middleware, RouteMatch, Router } from '@annotate-mcp/http';
import { realPath } from '@annotate-mcp/store/files';

export interface ServedFolders {
  /** What the server serves files of: absolute paths. */
  readonly folders: readonly string[];
  /** Where they begin in an address: `/`. */
  readonly base: string;
}

/** Refuses requests for what is in `.annotate`, by its name or through a link that a repository may have. */
export function blockStoreFolder(served: () => ServedFolders): Middleware {
  return (request, response, next) => {
    if (isRefused(request.url ?? '', [served()])) refuse(response);
    else next();
  };
}

/** The same before all handlers of an app whose server takes no middleware, or serves files before it. */
export function withStoreFolderBlocked(router: Router, served: readonly ServedFolders[]): Router {
  const refused = new WeakSet<RouteMatch>();
  return {
    ...router,
    find(kind, targets) {
      const found = router.find(kind, targets);
      const target = targets.find((each) => isRefused(each, served));
      if (found !== null || kind === 'upgrade' || target === undefined) return found;
      const route = { path: target, policy: 'page' } as const;
      const match = { route, path: target, below: '', query: new URLSearchParams() };
      refused.add(match);
      return match;
    },
    handle: async (match, request, response) =>
      refused.has(match) ? refuse(response) : router.handle(match, request, response),
  };
}

function isRefused(url: string, served: readonly ServedFolders[]): boolean {
  return isInStoreFolder(url) || served.some((each) => filesOf(url, each).some(leadsToStoreFolder));
}

function refuse(response: ServerResponse): void {
  response.statusCode = 403;
  response.end('The .annotate folder is not served.');
}

/** By the names in the address alone. */
export function isInStoreFolder(url: string): boolean {
  return pathsOf(url).some(namesStoreFolder);
}

/**
 * Whether a part of the path may be `.annotate`: in any case, as NTFS knows it besides (its short name, a stream, dots and
 * spaces at the end), or with letters that are not seen, which HFS+ leaves out.
 */
export function namesStoreFolder(path: string): boolean {
  return path.split(/[\\/]/).some((part) => {
    const name = part
      .replace(/:[^]*$/, '')
      .replace(/[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g, '')
      .replace(/[. ]+$/, '')
      .toLowerCase();
    // After four like names, the short name has a hash in it.
    return name === '.annotate' || /^an(?:nota|[\da-f]{4})~\d+$/.test(name);
  });
}

/** As the file system sees it: with links followed, and every part as it is written there. */
export function leadsToStoreFolder(file: string): boolean {
  try {
    return namesStoreFolder(realPath(file));
  } catch {
    // Nothing is there that could be served.
    return false;
  }
}

function filesOf(url: string, { folders, base }: ServedFolders): string[] {
  const prefix = base.replace(/\/$/, '');
  return pathsOf(url).flatMap((path) => {
    const below = path.startsWith(prefix) ? path.slice(prefix.length) : path;
    // Vite serves absolute paths behind these.
    const absolute = /^\/@(?:fs|id)\/+(.*)$/s.exec(below)?.[1];
    const named = absolute === undefined ? [] : [absolute, `/${absolute}`];
    return [...named, ...folders.map((folder) => join(folder, below))];
  });
}

/** What a server may take for the path, however often it decodes: paths of `/@fs/` are decoded twice. */
function pathsOf(url: string): string[] {
  const [path = ''] = url.split(/[?#]/, 1);
  const paths = [path];
  for (let times = 0; times < 3; times++) {
    const decoded = decode(paths.at(-1) ?? '');
    if (decoded === paths.at(-1)) break;
    paths.push(decoded);
  }
  return paths;
}

/** Each escape for itself: one that cannot be decoded must not hide the others. */
function decode(path: string): string {
  return path.replace(/(?:%[\da-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return escapes.replace(/%([0-7][\da-f])/gi, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      );
    }
  });
}
