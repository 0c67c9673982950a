/** The syntax of markers and comment data. Their positions are decided in position-markers.ts and write-markers.ts. */

/** `<!-- mdrev:ID -->`: only the id, because other text could end the HTML comment early. */
export function markerFor(id: string): string {
  return `<!-- mdrev:${encodeId(id)} -->`;
}

/** The id, when this whole HTML comment is a marker; `null` otherwise. */
export function markerId(htmlComment: string): string | null {
  const encoded = markerPattern.exec(htmlComment)?.[1];
  return encoded === undefined ? null : decodeId(encoded);
}

/** What a person has written by hand after `mdrev:`; `null` when this whole HTML comment is something else. */
export function noteText(htmlComment: string): string | null {
  if (markerId(htmlComment) !== null) return null;
  const written = notePattern.exec(htmlComment)?.[1];
  // The lines of a note in a quote begin with the sign of the quote.
  const text = written?.replace(/^[ \t]*(?:>[ \t]?)*/gm, '').trim() ?? '';
  return text === '' || written?.includes('-->') ? null : text;
}

export const dataOpening = '<!-- mdrev-data';

export function isCommentData(htmlComment: string): boolean {
  return dataPattern.test(htmlComment) && htmlComment.indexOf('-->') === htmlComment.length - 3;
}

/** Where a text could have a marker or comment data, wherever Markdown has it. */
export function openingsIn(text: string): number[] {
  return Array.from(text.matchAll(/<!--[ \t]*mdrev[:-]/g), ({ index }) => index);
}

/** All that looks like a marker, even where it is shown as text. */
export function markerTextsIn(text: string): Set<string> {
  return new Set(text.match(/<!-- mdrev:[\w.%-]+ -->/g));
}

/** The end of the marker, note or comment data that begins at `start`; `null` when there is none. */
export function endOfOwnComment(text: string, start: number): number | null {
  ownPattern.lastIndex = start;
  const [matched] = ownPattern.exec(text) ?? [];
  if (matched === undefined) return null;
  if (matched.endsWith('-->')) return start + matched.length;
  const end = text.indexOf('-->', start + matched.length);
  return end === -1 ? null : end + 3;
}

export const byteOrderMark = '\uFEFF';

// Formatters may change the blanks. An HTML comment with other text in it is not a marker.
const markerPattern = /^<!--[ \t]*mdrev:([\w.%-]+)[ \t]*-->$/;
const notePattern = /^<!--[ \t]*mdrev:([^]*)-->$/;
const dataPattern = /^<!--[ \t]*mdrev-data(?=\s)/;
/** A whole marker, or the beginning of a note or of comment data. */
const ownPattern = /<!--[ \t]*(?:mdrev:[\w.%-]+[ \t]*-->|mdrev:|mdrev-data(?=\s))/y;

/** Our own ids are UUIDs; other ids must not contain what ends an HTML comment, a table cell or a line. */
function encodeId(id: string): string {
  return id.replace(
    /[^A-Za-z0-9._-]|-(?=-)/g,
    (char) => `%${char.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function decodeId(encoded: string): string {
  return encoded.replace(/%([0-9a-f]{4})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
