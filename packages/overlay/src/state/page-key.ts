/**
 * What counts as one page. A fragment scrolls within it, unless it is a route of the app (`#/cart`, `#!/cart`); and a
 * dev server on this machine is the same one when it comes back on another port. `base` completes a mere path.
 */
export function pageKey(url: string, base = 'http://localhost'): string {
  if (!URL.canParse(url, base)) return url;
  const { hostname, origin, pathname, search, hash } = new URL(url, base);
  const site = /^(localhost|127\.0\.0\.1|\[::1\]|.+\.localhost)$/.test(hostname) ? 'localhost' : origin;
  return site + pathname + search + (/^#!?\//.test(hash) ? hash : '');
}
