/** How sites and texts of pages are shown to the person: so that they are read as what they are. */
import { browserSite } from './permission-scope.ts';

/** Longer hosts are shortened at their beginning: their end says to whom a site belongs. */
const maxHost = 48;
/** So many parts at the end are never left out: `example.co.uk` has three. */
const keptLabels = 3;

/** `localhost:5173`, `github.com`; with `http://` where the connection is not encrypted and not to this computer. */
export function shownSite(site: string): string {
  if (site === browserSite) return 'this browser';
  if (site === 'file://') return 'files on this computer';
  const url = URL.parse(site);
  if (url === null || url.host === '') return site;
  const isOpen = url.protocol === 'http:' && !isThisComputer(url.hostname);
  return `${isOpen ? 'http://' : ''}${shortHost(url.host)}`;
}

function isThisComputer(hostname: string): boolean {
  return /^(?:localhost|.+\.localhost|127(?:\.\d+){3}|\[::1\])$/.test(hostname);
}

function shortHost(host: string): string {
  if (host.length <= maxHost) return host;
  const labels = host.split('.');
  let kept = labels.length;
  while (kept > keptLabels && labels.slice(-kept).join('.').length > maxHost) kept--;
  return kept === labels.length ? host : `….${labels.slice(-kept).join('.')}`;
}

/** One line, without characters that cannot be seen or that change the order in which others are shown. */
export function shownLine(text: string, maxLength: number): string {
  const line = visibleText(text.replace(/\s+/gu, ' ').trim());
  return line.length <= maxLength ? line : `${line.slice(0, maxLength - 1)}…`;
}

/** For code: line breaks and tabs stay. */
export function visibleText(text: string): string {
  return text.replaceAll(invisible, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return `⟨U+${code.toString(16).toUpperCase().padStart(4, '0')}⟩`;
  });
}

const invisible = /[^\P{C}\n\t]|[\u2028\u2029\u115f\u1160\u3164\uffa0]/gu;
