import type { Addressee } from '@annotate-mcp/core';

export interface TypedMention {
  /** Where the `@` is. */
  readonly start: number;
  readonly options: readonly Addressee[];
}

const mostOptions = 6;

/** What can follow the `@` that the caret is behind; `null` when there is none, or no name fits. */
export function typedMention(
  text: string,
  caret: number,
  mentionable: readonly Addressee[],
): TypedMention | null {
  const before = text.slice(0, caret);
  const start = before.lastIndexOf('@');
  if (start < 0 || /[\p{L}\p{N}_]$/u.test(before.slice(0, start))) return null;
  const typed = before.slice(start + 1).toLowerCase();
  if (typed.includes('\n')) return null;
  const options = mentionable.filter(({ name }) => fits(name.toLowerCase(), typed)).slice(0, mostOptions);
  return options.length === 0 ? null : { start, options };
}

/** A whole name followed by a space is finished, and another word of the name may be typed first. */
function fits(name: string, typed: string): boolean {
  return name.startsWith(typed) || (typed !== '' && name.split(/\s+/).some((word) => word.startsWith(typed)));
}

/** The text with the chosen name, and where the caret is then. */
export function completed(
  text: string,
  caret: number,
  { start }: Pick<TypedMention, 'start'>,
  { name }: Addressee,
): { text: string; caret: number } {
  const written = `${text.slice(0, start)}@${name} `;
  return { text: written + text.slice(caret).replace(/^ /, ''), caret: written.length };
}
