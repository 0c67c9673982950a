/** Replaces the values of password fields in what a command returns, also where a script has written them differently. */
import { redacted } from '@annotate-mcp/page-facts';

/**
 * `anywhere`: every occurrence, for what a script of an agent made. `as-value`: only where the password is the whole
 * text, stands between quotes or is a part of an address, so that a password like "test" does not change the words of a page. `as-part`: where it
 * is a whole word of a title, or a whole part of an address.
 */
export type MaskMode = 'anywhere' | 'as-value' | 'as-part';

export function createValueMask(passwords: readonly string[], mode: MaskMode): (text: string) => string {
  // The longest first: one password may be the beginning of another.
  const known = [...new Set(passwords)].filter((value) => value !== '').sort((a, b) => b.length - a.length);
  if (known.length === 0) return (text) => text;
  const exact = new Set(known);
  const patterns = known.map((value) => patternFor(value, mode));
  return (text) => {
    if (exact.has(text)) return redacted;
    let masked = text;
    for (const pattern of patterns) masked = masked.replace(pattern, redacted);
    return masked;
  };
}

/** Shorter ones may be words: they are replaced in titles and addresses only where they stand alone. */
const minInside = 8;

/** For addresses and titles of pages, and for messages that contain them. The site in an address stays as it is. */
export function createPageMask(passwords: readonly string[]): (text: string) => string {
  if (passwords.length === 0) return (text) => text;
  const long = createValueMask(
    passwords.filter(({ length }) => length >= minInside),
    'anywhere',
  );
  const short = createValueMask(passwords, 'as-part');
  return (text) => {
    const site = /^[a-z][a-z+.-]*:\/\/[^/?#]*/i.exec(text)?.[0] ?? '';
    return site + short(long(text.slice(site.length)));
  };
}

/** Masks all texts, names and numbers in a value that consists of plain objects and lists. */
export function maskDeep(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (typeof value === 'number') return mask(String(value)) === String(value) ? value : redacted;
  if (Array.isArray(value))
    return maskCharacters(
      value.map((each) => maskDeep(each, mask)),
      mask,
    );
  // The bytes of a file are no text.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [mask(name), maskDeep(each, mask)]));
}

/** A list of characters or of character codes is a text as well. */
function maskCharacters(list: unknown[], mask: (text: string) => string): unknown {
  if (list.length < 3 || !list.every((each) => typeof each === 'string' || typeof each === 'number'))
    return list;
  const text = list.join(',');
  return mask(text) === text ? list : redacted;
}

const minAnywhere = 4;

function patternFor(value: string, mode: MaskMode): RegExp {
  const forms = [...formsOf(value)].map(escapePattern);
  if (mode === 'as-part')
    return new RegExp(`(?<=^|["'(=:;,&?#/+\\s])(?:${forms.join('|')})(?=$|["'):;,&?#/+\\s])`, 'g');
  if (mode === 'as-value' || value.length < minAnywhere)
    return new RegExp(`(?<=^|["'\`=:#/?&\\s])(?:${forms.join('|')})(?=$|["'\`&#/?,;\\s<>)}\\]])`, 'g');
  return new RegExp([...forms, ...spelledForms(value)].join('|'), 'g');
}

/** The password as it is, and as addresses, JSON and HTML write it. */
function formsOf(value: string): Set<string> {
  const bytes = new TextEncoder().encode(value);
  const asJson = JSON.stringify(value).slice(1, -1);
  const encoded = encodeURIComponent(value.toWellFormed());
  const asHtml = value
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
  const reversed = Array.from(value).reverse().join('');
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  const forms = [
    value,
    asJson,
    JSON.stringify(asJson).slice(1, -1),
    asHtml,
    encoded,
    encoded.replaceAll('%20', '+'),
    // Forms, fragments and paths of addresses each leave other characters as they are.
    new URLSearchParams({ v: value }).toString().slice('v='.length),
    encodeURI(value.toWellFormed()),
    URL.parse(`#${value}`, 'http://a')?.hash.slice(1) ?? '',
  ].filter((form) => form !== '');
  return new Set(value.length < minAnywhere ? forms : [...forms, reversed, hex]);
}

/** The characters one by one with something between them, their codes, and base64. */
function spelledForms(value: string): string[] {
  const characters = Array.from(value).slice(0, 200);
  const spelled = characters.map(escapePattern).join('[^A-Za-z\\d]{1,4}');
  const codes = characters.map((each) => String(each.codePointAt(0))).join('\\D{1,4}');
  const base64 = btoa(String.fromCharCode(...new TextEncoder().encode(value))).replace(/=+$/, '');
  return [spelled, `(?<!\\d)${codes}(?!\\d)`, `${escapePattern(base64)}={0,2}`];
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
}
