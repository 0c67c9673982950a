import MarkdownItParser, { type MarkdownIt } from 'markdown-it';

let utils: MarkdownIt['utils'] | undefined;

/** `&amp;` and its like as the character they stand for; a name that stands for none stays as it is. */
export function decodeReference(reference: string): string {
  utils ??= new MarkdownItParser().utils;
  const [, hexadecimal, decimal] = /^&#(?:x([0-9a-f]+)|([0-9]+));$/i.exec(reference) ?? [];
  if (hexadecimal === undefined && decimal === undefined) return utils.unescapeAll(reference);
  const code = hexadecimal === undefined ? Number(decimal) : Number.parseInt(hexadecimal, 16);
  return utils.isValidEntityCode(code) ? utils.fromCodePoint(code) : '\uFFFD';
}
