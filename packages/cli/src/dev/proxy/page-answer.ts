/** Turns an answer of the dev server that is a page into one with the overlay. */
import { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { editPage, headersOfBody, isPolicy, type PageServer } from '@annotate-mcp/unplugin/page-tags';

import { type HeaderList, mapHeaders, valueOf } from './headers.ts';

export interface PageAnswer {
  readonly headers: HeaderList;
  /** What the body goes through, in this order. */
  readonly steps: Transform[];
}

export type PageContext = Omit<PageServer, 'place'>;

/** `null` when the answer is passed on as it is. */
export function tagAnswer(status: number, headers: HeaderList, context: PageContext): PageAnswer | null {
  const decoders = decodersOf(valueOf(headers, 'content-encoding'));
  if (decoders === null) return null;
  const answer = {
    status,
    type: valueOf(headers, 'content-type') ?? '',
    disposition: valueOf(headers, 'content-disposition') ?? '',
    policies: headers.flatMap(([name, value]) => (isPolicy(name.toLowerCase()) ? [value] : [])),
  };
  const edits = editPage(answer, { ...context, place: 'start of head' });
  if (edits === null) return null;
  const { tagger, relaxPolicy } = edits;
  const pageHeaders = mapHeaders(headers, (name, value) => {
    if (isPolicy(name)) return relaxPolicy(value);
    return name === 'content-encoding' || headersOfBody.includes(name) ? null : value;
  });
  const tagging = new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, tagger.push(chunk)),
    flush: (done) => done(null, tagger.end()),
  });
  return { headers: pageHeaders, steps: [...decoders, tagging] };
}

/** For a dev server that compresses although it was asked not to; `null` for an encoding that Node does not know. */
function decodersOf(encoding: string | null): Transform[] | null {
  const names = (encoding ?? 'identity').split(',').map((name) => name.trim().toLowerCase());
  const decoders = names.toReversed().map((name) => decoderOf(name));
  return decoders.includes(null) ? null : decoders.flatMap((decoder) => decoder ?? []);
}

function decoderOf(name: string): Transform[] | null {
  switch (name) {
    case '':
    case 'identity':
      return [];
    case 'gzip':
    case 'x-gzip':
      return [createGunzip()];
    case 'deflate':
      return [createInflate()];
    case 'br':
      return [createBrotliDecompress()];
    default:
      return null;
  }
}
