import type { Connect } from 'vite';

/**
 * Vite serves any file below its root to whoever can reach it, and with `--host` that is the whole network. What people
 * wrote about the app goes through the guard, so the folder itself is not served.
 */
export const withholdStore: Connect.NextHandleFunction = (request, response, next) => {
  if (!namesStore(request.url ?? '')) {
    next();
    return;
  }
  response.statusCode = 403;
  response.end('The .annotate folder is not served.');
};

export function namesStore(url: string): boolean {
  return /(?:^|[\\/])\.annotate(?:$|[\\/?#:. ])/i.test(decoded(url));
}

// Decoded twice, since Vite decodes the path of `/@fs/` once more than that of others.
function decoded(url: string): string {
  try {
    const once = decodeURIComponent(url);
    return once.includes('%') ? decodeURIComponent(once) : once;
  } catch {
    // Not decodable for Vite either.
    return url;
  }
}
