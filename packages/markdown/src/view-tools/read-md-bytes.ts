import { z } from 'zod';

import { commonEnds } from '../document/common-ends.ts';
import { seenSha } from '../view-fields.ts';

import { defineViewTool } from './view-tool.ts';

/**
 * Returns the text without markers, as UTF-8 in base64; anchors count in that text. `total` is the length of the whole
 * text in bytes; a range beyond it is cut. `version: 'reviewed'` is the text that the person reviewed last, which is the
 * same text when nothing has changed since. `since` is the hash of the file whose text the view has: while the server
 * remembers that text, the bytes are only those between the characters that both texts have in common, which `kept` counts.
 */
export const readMdBytes = defineViewTool({
  name: 'read_md_bytes',
  title: 'Read the text of the file',
  input: () =>
    z.object({
      range: z.object({ start: z.int().nonnegative(), end: z.int().nonnegative() }).exactOptional(),
      version: z.enum(['current', 'reviewed']).exactOptional(),
      since: seenSha().exactOptional(),
    }),
  readOnly: true,
  run: async ({ range, version, since }, { reviewed: { document } }) => {
    const { fileMeta, reviewed } = document;
    const text = version === 'reviewed' && reviewed !== null ? reviewed.text : document.text;
    const known = since === undefined || version === 'reviewed' ? null : document.textWith(since);
    const kept = known === null ? null : keptEnds(known, text);
    const bytes = bytesOf(kept === null ? text : text.slice(kept.start, text.length - kept.end));
    const isLast = range === undefined || range.end >= bytes.length;
    if (isLast) lastRead = null;
    const part = range === undefined ? bytes : bytes.subarray(range.start, Math.max(range.start, range.end));
    return {
      bytes: part.toString('base64'),
      total: bytes.length,
      fileMeta,
      ...(kept !== null && { kept }),
    };
  },
});

/** How many characters of the text before are kept at its start and at its end. */
export interface KeptEnds {
  readonly start: number;
  readonly end: number;
}

/** No half of a surrogate pair is kept without the other: alone it is nothing that UTF-8 can say. */
export function keptEnds(before: string, text: string): KeptEnds {
  const { head, tail } = commonEnds(before, text);
  return {
    start: /[\uD800-\uDBFF]/.test(text.charAt(head - 1)) ? head - 1 : head,
    end: /[\uDC00-\uDFFF]/.test(text.charAt(text.length - tail)) ? tail - 1 : tail,
  };
}

/** A large text is read in portions, one soon after the other. */
let lastRead: { readonly text: string; readonly bytes: Buffer } | null = null;

function bytesOf(text: string): Buffer {
  if (lastRead?.text !== text) lastRead = { text, bytes: Buffer.from(text, 'utf8') };
  return lastRead.bytes;
}
