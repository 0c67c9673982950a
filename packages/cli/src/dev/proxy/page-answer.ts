/** Finds out whether an answer of the dev server is a page, and turns it into one with the overlay. */
import { randomBytes } from 'node:crypto';
import { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

import { type Admission, nonceIn, relaxPolicies } from './content-security-policy.ts';
import { type HeaderList, mapHeaders, valueOf } from './headers.ts';
import { PageTagger } from './page-tagger.ts';

export interface PageAnswer {
  readonly headers: HeaderList;
  /** What the body goes through, in this order. */
  readonly steps: Transform[];
}

export interface PageContext {
  /** The path of the overlay's script at the proxy. */
  readonly scriptPath: string;
  readonly origin: string;
  readonly isTlsUpstream: boolean;
}

/** `null` when the answer is passed on as it is. */
export function tagAnswer(status: number, headers: HeaderList, context: PageContext): PageAnswer | null {
  const type = (valueOf(headers, 'content-type') ?? '').toLowerCase();
  const decoders = decodersOf(valueOf(headers, 'content-encoding'));
  if (!hasPage(status, headers, type) || decoders === null) return null;
  const policies = headers.flatMap(([name, value]) => (isPolicy(name.toLowerCase()) ? [value] : []));
  const { origin, isTlsUpstream, scriptPath } = context;
  const nonce = nonceIn(policies.join()) ?? randomBytes(16).toString('base64');
  const admission: Admission = { origin, nonce, isTlsUpstream };
  const tagger = new PageTagger({
    tag: `<script type="module" src="${scriptPath}" nonce="${nonce}"></script>`,
    isXml: isXhtml(type),
    relaxPolicy: (policy) => relaxPolicies(policy, admission),
  });
  return { headers: pageHeaders(headers, admission), steps: [...decoders, tagging(tagger)] };
}

function hasPage(status: number, headers: HeaderList, type: string): boolean {
  // Answers with these statuses have no body, a part of one, or one that the browser does not show.
  if (status < 200 || [204, 205, 206].includes(status) || (status >= 300 && status < 400)) return false;
  if (/^\s*attachment/i.test(valueOf(headers, 'content-disposition') ?? '')) return false;
  // In these encodings HTML's own characters are not ASCII.
  if (/charset\s*=\s*"?utf-?(?:16|32)/.test(type)) return false;
  return /^\s*text\/html\b/.test(type) || isXhtml(type);
}

function isXhtml(type: string): boolean {
  return /^\s*application\/xhtml\+xml\b/.test(type);
}

/** The policy that is only reported, too: it would report the overlay. */
function isPolicy(name: string): boolean {
  return name === 'content-security-policy' || name === 'content-security-policy-report-only';
}

/** Length, parts and digests are those of the page without the tag. */
function pageHeaders(headers: HeaderList, admission: Admission): HeaderList {
  return mapHeaders(headers, (name, value) => {
    if (isPolicy(name)) return relaxPolicies(value, admission);
    return dropped.includes(name) ? null : value;
  });
}

const dropped = [
  'content-length',
  'content-encoding',
  'accept-ranges',
  'content-md5',
  'digest',
  'content-digest',
  'repr-digest',
];

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

function tagging(tagger: PageTagger): Transform {
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => done(null, tagger.push(chunk)),
    flush: (done) => done(null, tagger.end()),
  });
}
