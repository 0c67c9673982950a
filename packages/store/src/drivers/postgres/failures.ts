/** Turns what `pg`, the network and PostgreSQL report into errors that say what to do. */
import { AnnotateError } from '@annotate-mcp/core';

import { newerFormatError } from '../../files/failures.ts';

/** The connection is gone or was never made; the same may work with another one. */
export function isConnectionLost(error: unknown): boolean {
  const code = codeOf(error);
  return (
    lostCodes.has(code) ||
    code.startsWith('08') ||
    error instanceof ConnectionEndedError ||
    (error instanceof Error && lostMessages.some((message) => error.message.includes(message)))
  );
}

/** Thrown by our own code, where the connection's library says nothing or too late. */
export class ConnectionEndedError extends Error {
  override readonly name = 'ConnectionEndedError';
}

/** The transaction was ended for another one and may be tried again. */
export function isTransactionConflict(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error));
}

/** The table or the schema does not exist. */
export function isMissing(error: unknown): boolean {
  return ['42P01', '3F000'].includes(codeOf(error));
}

/** A row names another one that is gone: the project, or the process that owned it. */
export function isForeignKeyViolation(error: unknown): boolean {
  return codeOf(error) === '23503';
}

/** Returns an `AnnotateError`, and every error that is not about the database, as it is. `url` has no password. */
export function toStoreError(error: unknown, url: string): unknown {
  if (error instanceof AnnotateError || !(error instanceof Error)) return error;
  const known = situations.find(({ matches }) => matches(codeOf(error), error.message));
  if (known !== undefined)
    return new AnnotateError(known.code, `${url} ${known.what(error.message)}`, {
      hint: known.hint,
      cause: error,
    });
  if (isConnectionLost(error)) return unreachableError(url, error);
  if (!/^[0-9A-Z]{5}$/.test(codeOf(error))) return error;
  return new AnnotateError('store/failed', `${url} could not be used: ${error.message}.`, {
    hint: 'The log of the PostgreSQL server says more.',
    cause: error,
  });
}

export function unreachableError(url: string, cause: unknown): AnnotateError {
  const why = cause instanceof Error ? describe(cause) : String(cause);
  return new AnnotateError('store/away', `${url} cannot be reached: ${why}. Nothing was changed.`, {
    hint: 'This process connects again by itself: try again when PostgreSQL runs there. If it never does, check host and port.',
    cause,
  });
}

/** A change whose `COMMIT` was sent and never answered, and that could not be asked for later either. */
export function unknownOutcomeError(url: string, cause: unknown): AnnotateError {
  return new AnnotateError(
    'store/failed',
    `The connection to ${url} was lost while a change was stored; it may have been stored or not.`,
    {
      hint: 'Read the annotation again when PostgreSQL can be reached, and repeat the change if it is missing.',
      cause,
    },
  );
}

export function goneProjectError(url: string): AnnotateError {
  return new AnnotateError('store/failed', `The project of ${url} was deleted; nothing was changed.`, {
    hint: 'Start again to begin with an empty project of this name, or choose another with ?project=.',
  });
}

export function newerSchemaError(url: string, version: number): AnnotateError {
  return newerFormatError(url, version);
}

interface Situation {
  matches: (code: string, message: string) => boolean;
  code: AnnotateError['code'];
  what: (message: string) => string;
  hint: string;
}

const situations: readonly Situation[] = [
  {
    matches: (code) => code === '28P01',
    code: 'store/failed',
    what: () => 'refuses the password.',
    hint: 'Correct user and password in the address (characters like @ and / are written as %40 and %2F), or set PGPASSWORD.',
  },
  {
    matches: (code, message) => code === '28000' && message.includes('no encryption'),
    code: 'store/failed',
    what: () => 'takes only connections with TLS.',
    hint: 'Add sslmode=verify-full to the address, with sslrootcert=file if an authority of your own signed its certificate.',
  },
  {
    matches: (code) => code === '28000',
    code: 'store/failed',
    what: (message) => `refuses this user: ${message}.`,
    hint: 'Correct the user in the address, or let the administrator of the server add the user and an entry in pg_hba.conf.',
  },
  {
    matches: (_, message) => message.includes('SASL') && message.includes('password must be a'),
    code: 'store/failed',
    what: () => 'asks for a password, and there is none.',
    hint: 'Write it into the address (postgres://user:password@…), or set PGPASSWORD.',
  },
  {
    matches: (code) => code === '3D000',
    code: 'store/failed',
    what: () => 'names a database that does not exist.',
    hint: 'Correct the name after the host, or create the database (createdb name); its tables are created when it is opened.',
  },
  {
    matches: (code) => code === '42501',
    code: 'store/failed',
    what: (message) => `does not allow this to its user: ${message}.`,
    hint: 'Let the owner of the database run GRANT CREATE ON DATABASE … TO the user once (tables are created in a schema of their own), or open the store once as the owner and grant the user its tables.',
  },
  {
    matches: (code) => code === '53300',
    code: 'store/busy',
    what: () => 'has no connection left.',
    hint: 'Use fewer connections (pool=2 in the address of each server), a pooler, or raise max_connections.',
  },
  {
    matches: (code) => code === '25006',
    code: 'store/read-only',
    what: () => 'is read-only; nothing was changed.',
    hint: 'It may be a replica: use the address of the primary server. What is stored can still be read.',
  },
  {
    matches: (code) => code === '53100',
    code: 'store/full',
    what: () => 'has a full disk; nothing was changed.',
    hint: 'Free some space on the disk of the server and try again. What is stored can still be read.',
  },
  {
    matches: (code) => code === '57014' || code === '55P03',
    code: 'store/busy',
    what: () => 'took too long to answer; nothing was changed.',
    hint: 'Try again; if it stays so, look for transactions that are open for long (SELECT * FROM pg_stat_activity).',
  },
  {
    matches: (_, message) => message.includes('does not support SSL'),
    code: 'store/failed',
    what: () => 'offers no TLS.',
    hint: 'Turn on TLS at the server (ssl = on), or add sslmode=disable to the address if the network between is yours.',
  },
  {
    matches: (code) => tlsCodes.has(code),
    code: 'store/failed',
    what: (message) => `has a certificate that is not trusted: ${message}.`,
    hint: 'Add sslrootcert=file with the certificate of the authority that signed it; sslmode=require encrypts without the check.',
  },
];

const tlsCodes = new Set([
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
]);

const lostCodes = new Set([
  'ECONNABORTED',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  // The server is ending, has crashed, or is starting.
  '57P01',
  '57P02',
  '57P03',
  // A transaction that was idle for too long.
  '25P03',
]);

const lostMessages = [
  'Connection terminated',
  'timeout expired',
  'timeout exceeded when trying to connect',
  'not queryable',
  'Query read timeout',
];

function codeOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

function describe(error: Error): string {
  if (error instanceof AggregateError && error.errors[0] instanceof Error) return describe(error.errors[0]);
  return error.message;
}
