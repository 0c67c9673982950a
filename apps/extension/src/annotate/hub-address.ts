/** The key goes with what is asked for a page, so a page's renderer must not choose where to: `null` for all but the hub. */
export function hubAddress(server: string, hubPath: string, path: string): string | null {
  const folder = URL.parse(`${server}${hubPath}/`);
  if (folder === null || !path.startsWith('/')) return null;
  // Compared after `..` and the like were resolved.
  const address = URL.parse(`${folder.href}${path.slice(1)}`)?.href ?? '';
  return address.startsWith(folder.href) ? address : null;
}
