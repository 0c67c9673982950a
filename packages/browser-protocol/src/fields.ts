/** Fields that several messages share. All are limited: what the extension sends was read from web pages. */
import { z } from 'zod';

import { capped } from '@annotate-mcp/core/schema';

export const text = capped(20_000);
/** For a snapshot, a value or a body, which the extension itself cuts to a shorter length. */
export const longText = capped(2_000_000);
export const url = capped(100_000);
export const count = z.int().nonnegative();
export const tabId = z.int();
/** Less than the 30 seconds after which the server stops waiting for the reply. */
export const timeoutMs = z.int().min(0).max(29_000);
/** Only entries of this time and later. */
export const since = z.iso.datetime({ offset: true }).exactOptional();
/** Only entries with this text, in any case. */
export const find = capped(1_000).exactOptional();
export const maxChars = z.int().positive();
/** Describes the element that a command worked on. */
export const on = capped(2_000);
/** The page that a result is about. */
export const page = { url, title: text };
/** The content of a file: base64 in JSON, and the bytes themselves where a message has brought them beside its JSON. */
export type FileContent = string | Uint8Array;
export const fileContent = (mostBytes: number): z.ZodType<FileContent> =>
  z.union([
    z.instanceof(Uint8Array).refine(({ length }) => length <= mostBytes, `more than ${mostBytes} bytes`),
    z.base64().max(Math.ceil(mostBytes / 3) * 4),
  ]);
/** How a list of log entries continues. */
export const logPosition = {
  /** Number of the last entry that was considered; pass it as `after` to continue. */
  last: count,
  /** Number of matching entries after `last`. */
  more: count,
  /** Number of entries that were too old to keep. */
  dropped: count,
};
