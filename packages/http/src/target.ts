import type { IncomingMessage } from 'node:http';

/** What the client asked for, then what is left of it below the mount (Vite's `base`, `app.use('/x', …)`). */
export function targetsOf(request: IncomingMessage): [string, ...string[]] {
  const rest = request.url ?? '/';
  // Connect and Express keep the full target here when they cut a mount path off `url`.
  const full = 'originalUrl' in request ? request.originalUrl : undefined;
  return typeof full === 'string' && full !== rest ? [full, rest] : [rest];
}

/** The path as sent, never decoded or normalised: `/%6dcp` and `/x/../mcp` are not `/mcp`. */
export function pathOf(target: string): string {
  // The absolute form is found by its path, so that the guard gets to refuse it.
  const withoutOrigin = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '');
  return /^[^?#]*/.exec(withoutOrigin)?.[0] ?? '';
}

export function queryOf(target: string): URLSearchParams {
  return new URLSearchParams(/\?([^#]*)/.exec(target)?.[1] ?? '');
}
