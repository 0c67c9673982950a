/** What happened to an anchor's text since the anchor was made, by the anchor's fingerprint. */
import { align, type Alignment, type FollowedByEdit, lined, type LinedText } from './alignment.ts';
import type { TextAnchor } from './anchor.ts';
import { comparable, type ComparableText, trimSpaces } from './comparable.ts';
import type { Passage } from './evidence.ts';
import { type Fingerprint, readFingerprint } from './fingerprint.ts';
import { linesIn, type Lines } from './lines.ts';
import { shift, type TextRange } from './placement.ts';
import { createRecall, type RecalledText, unknownWords } from './recalled-text.ts';
import { mostlyKnown } from './search.ts';

/** Where the quote was in the recalled text, in comparable form, and how to follow it from there. */
export interface RecalledEdit {
  readonly alignment: Alignment;
  readonly range: TextRange;
}

/** Null for an anchor without a fingerprint. Anchors that were made in the same text share what they can. */
export function createRecalledEdits(
  text: string,
  now: () => LinedText,
): (anchor: TextAnchor, passage: Passage) => RecalledEdit | null {
  const recall = createRecall(text);
  const known = new Map<string, RecalledDocument>();
  let charactersLeft = mostCharacters;
  const spend = (seen: LinedText) => {
    charactersLeft -= seen.text.length;
    return align(seen, now());
  };
  const documentOf = (fingerprint: Fingerprint): RecalledDocument => {
    const key = `${fingerprint.level} ${fingerprint.hashes.join(' ')}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const recalled = recall(fingerprint);
    const seen = lined(comparable(recalled.text));
    let alignment: Alignment | null = null;
    const made = { recalled, seen, align: () => (alignment ??= spend(seen)) };
    charactersLeft -= recalled.text.length;
    known.set(key, made);
    return made;
  };
  return (anchor, passage) => {
    const fingerprint = anchor.fingerprint === undefined ? null : readFingerprint(anchor.fingerprint);
    if (fingerprint === null || charactersLeft <= 0) return null;
    const document = documentOf(fingerprint);
    const { range, patch } = placeOf(anchor, fingerprint, document);
    if (patch === null) return { range, alignment: document.align() };
    const only = onlyNewPlace(passage, now(), document, patch);
    const alignment =
      only === null ? spend(patched(document.seen, patch)) : { ...document.align(), follow: () => [only] };
    return { range, alignment };
  };
}

/**
 * The whole passage, where it is there to the letter, once, and was not there as another one: then only what surrounds it
 * was edited. It saves the comparison with a patch, which in a long text takes milliseconds for each anchor.
 */
function onlyNewPlace(
  passage: Passage,
  now: LinedText,
  { seen, align: alignment }: RecalledDocument,
  { replaced }: Patch,
): FollowedByEdit | null {
  const at = now.text.indexOf(passage.text);
  if (at === -1 || now.text.includes(passage.text, at + 1)) return null;
  const place = { start: at + passage.start, end: at + passage.end };
  const own = { start: seen.lines.starts[replaced.start] ?? 0, end: seen.lines.ends[replaced.end - 1] ?? 0 };
  if (alignment().knownShare(place, own) >= mostlyKnown) return null;
  return { ...place, kept: 1, before: 1, after: 1, isElsewhere: false };
}

/**
 * All recalled texts together: some seconds. Anchors of a long text may have been made in many versions of it, or all of
 * their passages may be edited; those beyond are found without their fingerprints.
 */
const mostCharacters = 300_000_000;

/** Shared by all anchors that were made in it. */
interface RecalledDocument {
  readonly recalled: RecalledText;
  readonly seen: ComparableText & LinedText;
  /** Compared once. */
  readonly align: () => Alignment;
}

/** Other words in place of some lines. */
interface Patch {
  readonly replaced: TextRange;
  readonly words: LinedText;
}

/** The words of the anchor are known to the letter. A patch brings them in where parts of them are not known otherwise. */
function placeOf(
  { quote, contextBefore, contextAfter }: TextAnchor,
  { first, last, lead, tail }: Fingerprint,
  { recalled: { text, parts, isKnown }, seen }: RecalledDocument,
): { range: TextRange; patch: Patch | null } {
  const from = parts[first]?.start ?? 0;
  const to = parts[last]?.end ?? text.length;
  const touched = linesIn(seen.lines, { start: seen.fromRaw(from), end: seen.fromRaw(to) });
  const start = seen.lines.starts[touched.start] ?? 0;
  const end = seen.lines.ends[touched.end - 1] ?? seen.text.length;
  const before =
    text.slice(seen.toRaw(start), from) +
    (isKnown(first)
      ? firstVisible(text.slice(from, parts[first]?.end), lead)
      : unknownWordsIf(lead > 0, '', ' '));
  const after =
    (isKnown(last)
      ? lastVisible(text.slice(parts[last]?.start, to), tail)
      : unknownWordsIf(tail > 0, ' ', '')) + text.slice(to, seen.toRaw(end));
  const words = lined(comparable((before + contextBefore + quote + contextAfter + after).trim()));
  const skipped = before === '' ? contextBefore.length - contextBefore.trimStart().length : 0;
  const at = before.length + contextBefore.length - skipped;
  const range = trimSpaces(words.text, { start: words.fromRaw(at), end: words.fromRaw(at + quote.length) });
  const isSame = seen.text.slice(start, end) === words.text;
  return { range: shift(range, start), patch: isSame ? null : { replaced: touched, words } };
}

function patched({ text, lines }: LinedText, { replaced, words }: Patch): LinedText {
  const start = lines.starts[replaced.start] ?? 0;
  const end = lines.ends[replaced.end - 1] ?? text.length;
  const longer = words.text.length - (end - start);
  const splice = (list: readonly number[], own: readonly number[]) => [
    ...list.slice(0, replaced.start),
    ...own.map((offset) => offset + start),
    ...list.slice(replaced.end).map((offset) => offset + longer),
  ];
  const spliced: Lines = {
    keys: [...lines.keys.slice(0, replaced.start), ...words.lines.keys, ...lines.keys.slice(replaced.end)],
    starts: splice(lines.starts, words.lines.starts),
    ends: splice(lines.ends, words.lines.ends),
  };
  return { text: text.slice(0, start) + words.text + text.slice(end), lines: spliced };
}

function unknownWordsIf(isCut: boolean, spaceBefore: string, spaceAfter: string): string {
  return isCut ? spaceBefore + unknownWords + spaceAfter : '';
}

/** The beginning of a text, with the white space after it. */
function firstVisible(text: string, count: number): string {
  let at = 0;
  for (let left = count; at < text.length && left > 0; at++) if (!isSpace(text, at)) left--;
  while (count > 0 && at < text.length && isSpace(text, at)) at++;
  return text.slice(0, at);
}

/** The end of a text, with the white space before it. */
function lastVisible(text: string, count: number): string {
  let at = text.length;
  for (let left = count; at > 0 && left > 0; at--) if (!isSpace(text, at - 1)) left--;
  while (count > 0 && at > 0 && isSpace(text, at - 1)) at--;
  return text.slice(at);
}

function isSpace(text: string, at: number): boolean {
  return /\s/.test(text.charAt(at));
}
