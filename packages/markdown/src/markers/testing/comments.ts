import { sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import type { MarkedComment } from '../comment-data.ts';

/** A comment on `text[start, end)`. */
export function commentOn(
  text: string,
  start: number,
  end: number,
  {
    n = 1,
    ...overrides
  }: Partial<
    Pick<
      MarkedComment,
      'id' | 'annotationText' | 'anchorState' | 'authorName' | 'replies' | 'suggestion' | 'updatedAt'
    >
  > & {
    n?: number;
  } = {},
): MarkedComment {
  const lineOf = (offset: number) => text.slice(0, offset).split(/\r\n?|\n/).length;
  return {
    id: uuidOf(n),
    kind: 'markdown',
    status: 'pending',
    appId: '.',
    authorId: 'person',
    createdAt: sampleTime.toISOString(),
    updatedAt: sampleTime.toISOString(),
    annotationText: 'Say this shorter',
    replies: [],
    path: 'docs/plan.md',
    anchor: {
      line_start: lineOf(start),
      line_end: lineOf(Math.max(start, end - 1)),
      char_start: start,
      char_end: end,
      block_id: 'p-start-1',
      quote: text.slice(start, end),
      context_before: text.slice(Math.max(0, start - 120), start),
      context_after: text.slice(end, end + 120),
    },
    anchorState: 'placed',
    store: 'inline',
    // As all comments that are read without a key.
    origin: 'repository',
    ...overrides,
  };
}

/** A comment on the first place where these words stand. */
export function commentOnWords(
  text: string,
  words: string,
  overrides: Parameters<typeof commentOn>[3] = {},
): MarkedComment {
  const start = text.indexOf(words);
  if (start === -1) throw new Error(`"${words}" is not in the text`);
  return commentOn(text, start, start + words.length, overrides);
}
