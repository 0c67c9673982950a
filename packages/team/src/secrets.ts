/** Secrets that prove who sends a request. Only their hashes are stored. */
import { createHash, randomBytes } from 'node:crypto';

/** By its prefix a secret that got into a repository or a log is found and known for what it is. */
const prefixes = {
  token: 'annt_',
  pageKey: 'annk_',
  session: 'anns_',
  hostSession: 'annh_',
  invite: 'anni_',
  signIn: 'anno_',
} as const;

/** `hostSession`: of a session that began over https. It counts only in the cookie that no other host can set. */
type WrittenKind = keyof typeof prefixes;

export type SecretKind = Exclude<WrittenKind, 'hostSession'>;

export interface NewSecret {
  /** Shown once and stored nowhere. */
  readonly secret: string;
  readonly hash: Buffer;
}

/** 256 random bits. They cannot be guessed, so a plain hash protects them as well as a slow one would. */
export function createSecret(kind: WrittenKind): NewSecret {
  const secret = `${prefixes[kind]}${randomBytes(32).toString('base64url')}`;
  return { secret, hash: hashOf(secret) };
}

/** `null` for what is not a secret of one of these kinds, which needs no look into the database. */
export function kindOf(secret: string): SecretKind | null {
  const kind = writtenKindOf(secret);
  return kind === 'hostSession' ? 'session' : kind;
}

export function isForHostCookie(secret: string): boolean {
  return writtenKindOf(secret) === 'hostSession';
}

/** Rows are found by this value: how long that takes tells nothing about the secret that it comes from. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}

function writtenKindOf(secret: string): WrittenKind | null {
  const [, prefix] = /^(ann[a-z]_)[\w-]{43}$/.exec(secret) ?? [];
  const found = Object.entries(prefixes).find(([, known]) => known === prefix);
  return found === undefined ? null : isKind(found[0]) ? found[0] : null;
}

function isKind(name: string): name is WrittenKind {
  return name in prefixes;
}
