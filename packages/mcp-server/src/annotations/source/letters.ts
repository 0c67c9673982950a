/**
 * Letters and digits only. The page shows words; the source has emphasis, links, tags, entities and line breaks around
 * them, and a processor makes other quotes and dashes of what is written. What is left is the same in both.
 */
export interface Letters {
  readonly text: string;
  /** The offset in the source of each character of `text`. */
  readonly offsets: readonly number[];
}

/** Of what a page shows. */
export function lettersOf(text: string): string {
  return collect(text).text;
}

/** Of a source file, without what is written for a machine. */
export function lettersIn(source: string, extension: string): Letters {
  return collect(hideMarkup(source, extension));
}

/** What a page shows of a piece of source, with single blanks. */
export function wordsIn(source: string, extension: string): string {
  const shown = hideMarkup(source, extension);
  const marks = markdowns.has(extension) ? /[*_`~[\]]+|\s+/g : /\s+/g;
  return shown.replace(marks, (mark) => (mark.trim() === '' ? ' ' : '')).trim();
}

const scripts = new Set(['.js', '.jsx', '.ts', '.tsx', '.json', '.astro', '.svelte', '.vue']);
const markdowns = new Set(['.md', '.mdx', '.markdown', '.mdoc']);

/** Character for character: what is hidden becomes blanks, so that offsets stay those of the file. */
function hideMarkup(source: string, extension: string): string {
  let text = source;
  if (markdowns.has(extension)) {
    text = hide(text, /^[ \t>]*(?:`{3,}|~{3,})[^\n]*/gm);
    text = hide(text, /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])(?=[ \t]))+/gm);
    text = hide(text, /\]\((?:[^()\n]|\([^()\n]*\))*\)|\]\[[^\]\n]*\]|\[\^[^\]\n]*\]/g);
  }
  if (scripts.has(extension)) text = hide(text, /\\(?:[nrtbf]|u[\da-f]{4}|u\{[\da-f]+\}|x[\da-f]{2})/gi);
  text = hide(text, /<!--[^]*?-->/g);
  // A tag may hold a `>` between quotes; an address between angle brackets is shown.
  return hide(text, /<\/?[a-z](?![a-z+.-]*:\/\/)(?:"[^"]*"|'[^']*'|\{[^{}]*\}|[^"'<>{}])*>/gi);
}

function hide(text: string, pattern: RegExp): string {
  return text.replace(pattern, (found) => ' '.repeat(found.length));
}

const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|[a-z][a-z\d]{1,30});/giy;

function collect(source: string): Letters {
  const offsets: number[] = [];
  let text = '';
  for (let at = 0; at < source.length;) {
    entity.lastIndex = at;
    const found = source[at] === '&' ? entity.exec(source) : null;
    const character = found === null ? String.fromCodePoint(source.codePointAt(at) ?? 0) : decoded(found);
    for (const letter of base(character)) {
      text += letter;
      // A letter beyond the first plane counts twice.
      offsets.push(...Array.from({ length: letter.length }, () => at));
    }
    at += found?.[0].length ?? character.length;
  }
  return { text, offsets };
}

/** `&eacute;` begins with its letter; most others are no letters at all. */
function decoded([whole, decimal, hex]: RegExpExecArray): string {
  if (decimal !== undefined || hex !== undefined) {
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return point > 0 && point <= 0x10_ffff ? String.fromCodePoint(point) : ' ';
  }
  return /^&([a-z])(?:acute|grave|circ|uml|tilde|cedil|ring|caron|slash);$/i.exec(whole)?.[1] ?? ' ';
}

/** Without accents and case: both may be written in more than one way. */
function base(character: string): string[] {
  if (/^[a-z\d]$/.test(character)) return [character];
  return (
    character
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? []
  );
}
