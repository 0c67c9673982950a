/**
 * Patterns of the list of sites that are never driven. `example.com` stands for that host and everything below it, on
 * every port; `*` stands for any characters within one part of the name; `example.com/path` for that folder of it.
 */
export interface SitePattern {
  /** The parts of the name, the last one first. */
  readonly labels: readonly string[];
  /** Begins and ends with a slash. */
  readonly path: string;
}

/** `null` if the text is no pattern: a person typed it. */
export function parsePattern(text: string): SitePattern | null {
  const bare = text.trim().replace(/^[a-z]+:\/\//i, '');
  const [, name = '', path = ''] = /^([^/?#]*)([^?#]*)/.exec(bare) ?? [];
  const host = asciiHost(name.replace(/^\*\./, ''));
  if (host === null) return null;
  return { labels: host.split('.').reverse(), path: folderOf(path) };
}

/** Whether an address is on the list. Answers are kept: the same few addresses are checked again and again. */
export function matcherOf(texts: readonly string[]): (url: string) => boolean {
  const patterns = texts.map(parsePattern).filter((pattern) => pattern !== null);
  const known = new Map<string, boolean>();
  return (url) => {
    const before = known.get(url);
    if (before !== undefined) return before;
    if (known.size >= maxKnown) known.clear();
    const matches = patterns.some((pattern) => matchesPattern(pattern, url));
    known.set(url, matches);
    return matches;
  };
}

const maxKnown = 500;

function matchesPattern({ labels, path }: SitePattern, url: string): boolean {
  const parsed = URL.parse(url);
  if (parsed === null || parsed.hostname === '') return false;
  // `example.com.` is the same host: the dot at the end only says that the name is complete.
  const name = parsed.hostname.replace(/\.+$/, '').split('.').reverse();
  if (!labels.every((label, index) => matchesLabel(label, name[index]))) return false;
  return folderOf(decoded(parsed.pathname)).startsWith(path);
}

/** Looks for the pieces between the stars one after the other, so that the time does not explode with many stars. */
function matchesLabel(label: string, name: string | undefined): boolean {
  if (name === undefined) return false;
  const [first = '', ...pieces] = label.split('*');
  const last = pieces.pop();
  if (last === undefined) return name === label;
  if (!name.startsWith(first) || !name.slice(first.length).endsWith(last)) return false;
  const end = name.length - last.length;
  let from = first.length;
  for (const piece of pieces) {
    const at = name.indexOf(piece, from);
    if (at < 0) return false;
    from = at + piece.length;
  }
  return from <= end;
}

/** As an address has it: lower case, and other letters than ASCII in punycode. */
function asciiHost(name: string): string | null {
  const withoutPort = name.replace(/:\d+$/, '').replace(/\.+$/, '');
  if (withoutPort === '' || /^\*+$/.test(withoutPort)) return null;
  // An address may not have a star, so it is replaced by letters while the host is read.
  const read = URL.parse(`https://${withoutPort.replaceAll('*', star)}/`);
  if (read?.username !== '') return null;
  const host = read.hostname.replaceAll(star, '*');
  return /^[a-z\d.*_-]+$/.test(host) ? host : null;
}

/** Servers read a path in more than one spelling, so it is compared in lower case and without empty parts. */
function folderOf(path: string): string {
  return `${path}/`.replace(/\/+/g, '/').toLowerCase();
}

const star = 'xanystarx';

function decoded(pathname: string): string {
  try {
    return decodeURIComponent(pathname);
  } catch {
    return pathname;
  }
}
