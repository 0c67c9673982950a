/** Which answers are pages, and what is changed in one: its script tag, and the policies that would refuse the script. */
import { randomBytes } from 'node:crypto';

import { nonceIn, relaxPolicies } from './content-security-policy.ts';
import { PageTagger, type PageTaggerOptions } from './page-tagger.ts';

export interface PageAnswer {
  readonly status: number;
  /** The values of these headers; `''` where there is none. */
  readonly type: string;
  readonly disposition: string;
  /** The values of all headers for which `isPolicy` is true. */
  readonly policies: readonly string[];
}

export interface PageServer {
  /** The path of the overlay's script. */
  readonly scriptPath: string;
  /** The address of the page as the browser has it. */
  readonly origin: string;
  /** The dev server speaks TLS, which a proxy before it does not. */
  readonly isTlsUpstream: boolean;
  readonly place: PageTaggerOptions['place'];
}

export interface PageEdits {
  readonly tagger: PageTagger;
  /** For each header that is a policy. */
  readonly relaxPolicy: (policy: string) => string;
}

/** `null` for an answer that is no page. */
export function editPage(answer: PageAnswer, server: PageServer): PageEdits | null {
  if (!isPage(answer)) return null;
  const { scriptPath, origin, isTlsUpstream, place } = server;
  const nonce = nonceIn(answer.policies.join()) ?? randomBytes(16).toString('base64');
  const relaxPolicy = (policy: string) => relaxPolicies(policy, { origin, nonce, isTlsUpstream });
  const tag = `<script type="module" src="${escapeValue(scriptPath)}" nonce="${nonce}"></script>`;
  const tagger = new PageTagger({ tag, place, isXml: isXhtml(answer.type), relaxPolicy });
  return { tagger, relaxPolicy };
}

function isPage({ status, type, disposition }: PageAnswer): boolean {
  // Answers with these statuses have no body, a part of one, or one that the browser does not show.
  if (status < 200 || [204, 205, 206].includes(status) || (status >= 300 && status < 400)) return false;
  if (/^\s*attachment/i.test(disposition)) return false;
  // In these encodings HTML's own characters are not ASCII.
  if (/charset\s*=\s*"?utf-?(?:16|32)/i.test(type)) return false;
  return /^\s*text\/html\b/i.test(type) || isXhtml(type);
}

function isXhtml(type: string): boolean {
  return /^\s*application\/xhtml\+xml\b/i.test(type);
}

/** Of a header, by its name in small letters. The policy that is only reported, too: it would report the overlay. */
export function isPolicy(name: string): boolean {
  return name === 'content-security-policy' || name === 'content-security-policy-report-only';
}

/** Length, parts and digests are those of the page without the tag. By names in small letters. */
export const headersOfBody: readonly string[] = [
  'content-length',
  'accept-ranges',
  'content-md5',
  'digest',
  'content-digest',
  'repr-digest',
];

/** The page may be in any encoding that has ASCII. */
function escapeValue(value: string): string {
  return value.replace(/[&"<]|[^\0-\x7F]/gu, (character) => `&#${character.codePointAt(0) ?? 0};`);
}
