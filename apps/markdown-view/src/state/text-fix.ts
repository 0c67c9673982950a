/** A passage whose source is edited in place. No comment is made of it. */
import type { MarkdownAnchor } from '@annotate-mcp/core';

export interface TextFix {
  readonly anchor: MarkdownAnchor;
  /** What the passage is to be. */
  readonly text: string;
  readonly saving: boolean;
  /** Why it was not saved. */
  readonly problem: string | null;
}

/** Its id where cards and painted passages have the id of a comment. */
export const textFixId = 'text-fix';

/** The passage in a text that was changed elsewhere. It is not followed where its words are gone or there several times. */
export function followTextFix(fix: TextFix, text: string): TextFix {
  const { char_start, char_end, quote } = fix.anchor;
  if (text.slice(char_start, char_end) === quote) return fix;
  const start = text.indexOf(quote);
  if (start === -1 || text.includes(quote, start + 1)) return { ...fix, problem: passageChanged };
  return { ...fix, anchor: { ...fix.anchor, char_start: start, char_end: start + quote.length } };
}

export const passageChanged =
  'The passage was changed by another program meanwhile. What you typed is still here: copy it, cancel, and select the passage again.';
