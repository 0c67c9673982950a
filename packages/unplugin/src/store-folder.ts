import type { Middleware } from '@annotate-mcp/hub';

/**
 * Refuses requests for files in `.annotate`. Vite serves every file below its root, with `--host` to the whole network;
 * annotations may only be read through the guard.
 */
export const blockStoreFolder: Middleware = (request, response, next) => {
  if (!isInStoreFolder(request.url ?? '')) {
    next();
    return;
  }
  response.statusCode = 403;
  response.end('The .annotate folder is not served.');
};

export function isInStoreFolder(url: string): boolean {
  return /(?:^|[\\/])\.annotate(?:$|[\\/?#:. ])/i.test(decode(url));
}

// Decodes twice, because Vite decodes paths of `/@fs/` twice.
function decode(url: string): string {
  try {
    const once = decodeURIComponent(url);
    return once.includes('%') ? decodeURIComponent(once) : once;
  } catch {
    // Vite cannot decode it either.
    return url;
  }
}
