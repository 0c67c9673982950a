import type { MarkableTag } from './mark-tags.ts';
import { sourceAttribute } from './position.ts';
import { changedRange } from './written-position.ts';

export type TagName = Pick<MarkableTag, 'start' | 'nameEnd' | 'html'>;

/** A text whose tags are known. */
export interface MarkedText {
  readonly code: string;
  readonly tags: readonly TagName[];
}

/**
 * The tags of a text in which only words were changed since the last time: the same ones, some of them at other offsets.
 * `null` where the change may be one of tags, which only a parser can tell.
 */
export function moveTags(before: MarkedText, code: string): readonly TagName[] | null {
  const { start, end } = changedRange(code, before.code);
  const grown = code.length - before.code.length;
  const isInWords = isWords(code.slice(start, end)) && isWords(before.code.slice(start, end - grown));
  if (!isInWords || isNameOfTag(code, start) || code.includes(sourceAttribute)) return null;
  if (grown === 0) return before.tags;
  const move = (offset: number) => (offset < start ? offset : offset + grown);
  return before.tags.map((tag) => ({
    start: move(tag.start),
    nameEnd: move(tag.nameEnd),
    html: tag.html && { start: move(tag.html.start), end: move(tag.html.end) },
  }));
}

function isWords(text: string): boolean {
  return /^[\p{L}\p{N}\s_.,]*$/u.test(text);
}

/** Whether what is at this offset is the name of a tag, or would become part of it. */
function isNameOfTag(code: string, offset: number): boolean {
  return /<\/?[\w.:-]*$/.test(code.slice(Math.max(0, offset - 200), offset));
}
