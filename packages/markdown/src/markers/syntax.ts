/** The syntax of markers and comment data. Their positions are decided in position-markers.ts and position-data.ts. */

/** `<!-- mdrev:ID -->`: only the id, because other text could end the HTML comment early. */
export function markerFor(id: string): string {
  return `<!-- mdrev:${encodeId(id)} -->`;
}

/** The id, when this whole HTML comment is a marker; `null` otherwise. */
export function markerId(htmlComment: string): string | null {
  const encoded = markerPattern.exec(htmlComment)?.[1];
  return encoded === undefined ? null : decodeId(encoded);
}

export const dataOpening = '<!-- mdrev-data';

export function isCommentData(htmlComment: string): boolean {
  return dataPattern.test(htmlComment);
}

/** Cheap; `false` saves a parse. */
export function mayHoldMarkers(text: string): boolean {
  return text.includes('mdrev');
}

export const byteOrderMark = '\uFEFF';

// Formatters may change the blanks. An HTML comment with other text in it is no marker.
const markerPattern = /^<!--[ \t]*mdrev:([\w.%-]+)[ \t]*-->$/;
const dataPattern = /^<!--[ \t]*mdrev-data(?=\s)(?:(?!-->)[\s\S])*-->$/;

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
