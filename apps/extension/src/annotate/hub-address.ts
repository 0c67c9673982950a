/** Requests carry the key, so a page must not choose their destination: returns `null` for all URLs outside of the hub. */
export function hubAddress(server: string, hubPath: string, path: string): string | null {
  const folder = URL.parse(`${server}${hubPath}/`);
  if (folder === null || !path.startsWith('/')) return null;
  // Compared after `..` was resolved.
  const address = URL.parse(`${folder.href}${path.slice(1)}`)?.href ?? '';
  return address.startsWith(folder.href) ? address : null;
}
