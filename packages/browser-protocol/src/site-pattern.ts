/** A `URL`, as far as patterns need it. */
export interface SiteAddress {
  readonly protocol: string;
  readonly host: string;
  readonly pathname: string;
  readonly searchParams: { has(name: string): boolean; get(name: string): string | null };
}

/**
 * Whether an address is one that a site format is for, such as `example.com/orders/*`. A pattern has no regular
 * expressions, because it may come with a repository: matching must not take long.
 *
 * - The host is exact; a `*` in it stands for any part: `www.google.*`, `localhost:*`.
 * - In the path, `*` is one part, `{number}` one of digits, and `**` at the end any number of parts.
 * - `?q` asks for a parameter of the query, `?type=code` for one with this value; several are joined by `&`.
 */
export function matchesSitePattern(pattern: string, url: SiteAddress): boolean {
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return false;
  const [place = '', query] = pattern.split('?', 2);
  const [host = '', ...path] = place.split('/');
  return (
    matchesWildcard(host.toLowerCase(), url.host) &&
    matchesPath(path, url.pathname.split('/').slice(1)) &&
    (query === undefined || query.split('&').every((part) => hasParameter(url, part)))
  );
}

/** The parts between the `*` occur in this order; each is taken where it occurs first. */
function matchesWildcard(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return pattern === text;
  if (!text.startsWith(first) || text.length < first.length + last.length || !text.endsWith(last))
    return false;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
  // A slash at the end says nothing.
  const parts = path.at(-1) === '' ? path.slice(0, -1) : path;
  const wanted = pattern.at(-1) === '' ? pattern.slice(0, -1) : pattern;
  const isOpen = wanted.at(-1) === '**';
  const fixed = isOpen ? wanted.slice(0, -1) : wanted;
  if (isOpen ? parts.length < fixed.length : parts.length !== fixed.length) return false;
  return fixed.every((part, index) => matchesPart(part, parts[index] ?? ''));
}

function matchesPart(wanted: string, part: string): boolean {
  if (wanted === '*') return part !== '';
  return wanted === '{number}' ? /^\d+$/.test(part) : wanted === part;
}

function hasParameter({ searchParams }: SiteAddress, wanted: string): boolean {
  const [name = '', value] = wanted.split('=', 2);
  return value === undefined ? searchParams.has(name) : searchParams.get(name) === value;
}
