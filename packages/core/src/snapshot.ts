/** Reads the HTML that an annotation keeps of its element (`domSnapshot`), to tell whether another element is that one. */
import { fingerprint } from './source-edit.ts';

export interface SnapshotFacts {
  readonly tag: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** Words only, one space between them. */
  readonly text: string;
}

const tagPattern = /<(?:"[^"]*"|[^>"])*>/g;
const openingPattern = /^\s*<([a-z][^\s/>]*)((?:"[^"]*"|[^>"])*)/i;

/** Not by the browser's parser: a page can forbid it, and this much is enough. `null` when it does not begin with an element. */
export function readSnapshot(html: string): SnapshotFacts | null {
  const opening = openingPattern.exec(html);
  if (opening === null) return null;
  const [, tag = '', inside = ''] = opening;
  const attributes = new Map(
    [...inside.matchAll(/([^\s="]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, decode(value)]),
  );
  return { tag, attributes, text: textIn(html) };
}

function textIn(html: string): string {
  const whole = html.replace(/… \(truncated, [^)]*\)(<!--shortened \w+-->)?$/, '');
  // The last tag may have been cut in two.
  const text = decode(whole.replace(tagPattern, ' ').replace(/<[^<]*$/, ''));
  return text.replace(/\s+/g, ' ').trim();
}

function decode(text: string): string {
  return text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&amp;', '&');
}

/** A snapshot up to this length stays as it is. */
const shortLength = 1_500;
const mostOpening = 1_000;
const mostText = 400;

/**
 * The snapshot as far as its element is found by it: opening tag and first words, with fingerprints of all words and of the
 * whole. Two snapshots have the same short form when they have the same opening tag, words and tags.
 */
export function shortenSnapshot(html: string): string {
  const mark = `<!--shortened ${fingerprint(html)}-->`;
  const [opening, tag] = openingPattern.exec(html) ?? [];
  if (html.length <= shortLength || opening === undefined || opening.length > mostOpening) return html + mark;
  const text = textIn(html);
  const words = text.length <= mostText ? text : `${text.slice(0, mostText)} ${fingerprint(text)}`;
  const shown = words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  return `${opening.trimStart()}>${shown}</${tag}>${mark}`;
}

/** Snapshots that a page makes have no HTML comments. */
export function isShortenedSnapshot(html: string): boolean {
  return /<!--shortened \w+-->$/.test(html);
}
