/** Base64url of JSON. Written by hand, because browsers have no `Buffer` and `btoa` accepts no text beyond Latin-1. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Characters beyond ASCII are first escaped as `\u…`, which JSON reads back as they were. */
export function encodeBase64Url(json: string): string {
  const codes = Array.from(escapeNonAscii(json), (character) => character.charCodeAt(0));
  let encoded = '';
  for (let at = 0; at < codes.length; at += 3) {
    const [first = 0, second, third] = codes.slice(at, at + 3);
    const bits = (first << 16) | ((second ?? 0) << 8) | (third ?? 0);
    const letters = [18, 12, 6, 0].map((shift) => alphabet[(bits >> shift) & 63] ?? '');
    encoded += letters.slice(0, second === undefined ? 2 : third === undefined ? 3 : 4).join('');
  }
  return encoded;
}

/** `null` if the text is not base64url. */
export function decodeBase64Url(encoded: string): string | null {
  let text = '';
  let bits = 0;
  let length = 0;
  for (const letter of encoded.replace(/=+$/, '')) {
    const value = alphabet.indexOf(letter);
    if (value < 0) return null;
    bits = ((bits << 6) | value) & 0xffff;
    length += 6;
    if (length < 8) continue;
    length -= 8;
    text += String.fromCharCode((bits >> length) & 0xff);
  }
  return text;
}

function escapeNonAscii(json: string): string {
  return json.replace(
    /[\u0080-\uffff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
