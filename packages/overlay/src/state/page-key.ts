/**
 * Identifies a page. A fragment belongs to the same page, unless it is a route of the app (`#/cart`, `#!/cart`). A
 * dev server on this machine stays the same site on another port. `base` completes a relative URL.
 */
export function pageKey(url: string, base = 'http://localhost'): string {
  if (!URL.canParse(url, base)) return url;
  const { hostname, origin, pathname, search, hash } = new URL(url, base);
  const site = /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(hostname) ? 'localhost' : origin;
  return site + pathname + search + (/^#!?\//.test(hash) ? hash : '');
}
