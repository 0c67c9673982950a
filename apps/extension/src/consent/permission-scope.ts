/** What a permission is for: one site (scheme, host and port), or the data of the browser itself. */

export type PermissionScope =
  /** `site` is an origin, or `file://` for all files of this computer. */
  | { readonly kind: 'site'; readonly site: string; readonly url: string }
  /** An empty page, which shows nothing of any site. */
  | { readonly kind: 'blank' }
  /** A page of the browser itself or of an extension. No agent may use it, and Chrome would refuse most of them. */
  | { readonly kind: 'closed' }
  /** The browser's own data, such as its history. */
  | { readonly kind: 'browser' };

/** The name under which permissions for the browser's own data are kept. It is no address, so no page has it. */
export const browserSite = 'browser';

/**
 * `origin` is the security origin that Chrome reports: an empty page that a site opened and wrote into belongs to that
 * site, although its address does not say so.
 */
export function scopeOf(url: string, origin?: string): PermissionScope {
  const inner = url.startsWith('view-source:') ? url.slice('view-source:'.length) : url;
  const parsed = URL.parse(inner);
  switch (parsed?.protocol) {
    case 'http:':
    case 'https:':
      return { kind: 'site', site: parsed.origin, url: inner };
    case 'blob:':
    case 'filesystem:':
      return ownedBy(parsed.origin) ?? { kind: 'site', site: parsed.protocol, url: inner };
    case 'file:':
      return { kind: 'site', site: 'file://', url: inner };
    case 'data:':
      return { kind: 'site', site: 'data:', url: 'data:' };
    case 'about:':
      return ownedBy(origin) ?? (parsed.pathname === 'blank' ? { kind: 'blank' } : { kind: 'closed' });
    case 'chrome-error:':
      return { kind: 'blank' };
    case undefined:
      // A tab that was opened a moment ago has no address yet.
      return inner === '' || inner === ':' ? (ownedBy(origin) ?? { kind: 'blank' }) : { kind: 'closed' };
    default:
      return { kind: 'closed' };
  }
}

function ownedBy(origin: string | undefined): PermissionScope | null {
  const parsed = URL.parse(origin ?? '');
  if (parsed?.protocol !== 'http:' && parsed?.protocol !== 'https:') return null;
  return { kind: 'site', site: parsed.origin, url: `${parsed.origin}/` };
}

/** The name under which permissions for a scope are kept; `null` where none are needed or possible. */
export function siteOf(scope: PermissionScope): string | null {
  if (scope.kind === 'site') return scope.site;
  return scope.kind === 'browser' ? browserSite : null;
}

/** Whether an agent may send a tab to this address at all: not to scripts, files or pages of the browser. */
export function isAddress(url: string): boolean {
  const protocol = URL.parse(url)?.protocol;
  return protocol === 'http:' || protocol === 'https:' || url === 'about:blank';
}
