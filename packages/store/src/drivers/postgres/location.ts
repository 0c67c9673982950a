/** Reads `postgres://user:password@host:5432/database?project=name`: what to connect to, and how. */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { ConnectionOptions } from 'node:tls';

import { AnnotateError } from '@annotate-mcp/core';

/** One server and database, as `pg` takes it. */
export interface Address {
  host: string;
  port: number;
  database: string;
  user?: string;
  /** Without one, `pg` looks at PGPASSWORD and the password file. */
  password?: string;
  ssl: false | ConnectionOptions;
}

export interface Location {
  address: Address;
  /** For the connection that listens; `null` when there is none and readers have to look by themselves. */
  direct: Address | null;
  schema: string;
  /** How many connections this process opens at most, without the one that listens. */
  poolSize: number;
  project: string;
  /** Where attachments are kept when it is not the database. */
  attachments: string | null;
  /** Names server, database, schema and project, and contains no password. */
  url: string;
}

const knownParameters = [
  'project',
  'schema',
  'listen',
  'pool',
  'attachments',
  'sslmode',
  'sslrootcert',
  'host',
];

/** `location` is the URL without its scheme. `root` is the project's folder, which gives the project its name. */
export function readLocation(location: string, root: string): Location {
  const parsed = parseUrl(location);
  const { searchParams } = parsed;
  const unknown = [...searchParams.keys()].find((name) => !knownParameters.includes(name));
  if (unknown !== undefined) throw unknownParameterError(unknown);
  const address = addressIn(parsed);
  const schema = searchParams.get('schema') ?? 'annotate';
  if (!/^[a-z_][a-z0-9_]{0,39}$/.test(schema)) throw schemaError(schema);
  const project = searchParams.get('project') ?? basename(root);
  if (!isProjectName(project)) throw projectError(project);
  return {
    address,
    direct: directAddress(searchParams.get('listen'), address),
    schema,
    poolSize: poolSizeOf(searchParams.get('pool')),
    project,
    attachments: searchParams.get('attachments'),
    url: canonicalUrl(address, schema, project),
  };
}

function parseUrl(location: string): URL {
  const url = URL.parse(`postgres://${location}`);
  if (url !== null && url.pathname.length > 1) return url;
  throw new AnnotateError('store/unknown-driver', 'The address of the PostgreSQL store names no database.', {
    hint: 'Write it as postgres://user@host:5432/database?project=name; characters like @ and / in a password are written as %40 and %2F.',
  });
}

function addressIn(url: URL): Address {
  const host = url.searchParams.get('host') ?? (decodeURIComponent(url.hostname) || 'localhost');
  return {
    host: host.replace(/^\[|\]$/g, ''),
    port: Number(url.port || 5432),
    database: decodeURIComponent(url.pathname.slice(1)),
    ...(url.username !== '' && { user: decodeURIComponent(url.username) }),
    ...(url.password !== '' && { password: decodeURIComponent(url.password) }),
    ssl: tlsFor(host, url.searchParams),
  };
}

/**
 * The modes of PostgreSQL's own programs. Without one, a server on this machine is reached as it is, and every other one
 * only by TLS and with a certificate that is valid for its name.
 */
function tlsFor(host: string, parameters: URLSearchParams): Address['ssl'] {
  const mode = parameters.get('sslmode') ?? (isThisMachine(host) ? 'disable' : 'verify-full');
  const caFile = parameters.get('sslrootcert');
  const ca = caFile === null ? {} : { ca: readCertificate(caFile) };
  switch (mode) {
    case 'disable':
      return false;
    case 'require':
      return caFile === null
        ? { rejectUnauthorized: false }
        : { ...ca, checkServerIdentity: () => undefined };
    case 'verify-ca':
      return { ...ca, checkServerIdentity: () => undefined };
    case 'verify-full':
      return ca;
    default:
      throw new AnnotateError('store/unknown-driver', `sslmode=${mode} is not known.`, {
        hint: 'Use verify-full (checks the certificate), verify-ca, require (encrypts without a check) or disable.',
      });
  }
}

function isThisMachine(host: string): boolean {
  return host.startsWith('/') || ['localhost', '127.0.0.1', '::1', '[::1]'].includes(host);
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (cause) {
    throw new AnnotateError('store/failed', `The certificate ${file} of sslrootcert cannot be read.`, {
      hint: 'Name the file of the certificate authority that signed the certificate of the server.',
      cause,
    });
  }
}

/** Another address of the same database, which inherits the password; `off` for none. */
function directAddress(listen: string | null, address: Address): Address | null {
  if (listen === null) return address;
  if (listen === 'off') return null;
  const parsed = parseUrl(listen.replace(/^postgres(?:ql)?:\/\//, ''));
  return { ...pick(address), ...addressIn(parsed) };
}

function pick({ user, password }: Address): Pick<Address, 'user' | 'password'> {
  return { ...(user !== undefined && { user }), ...(password !== undefined && { password }) };
}

function poolSizeOf(text: string | null): number {
  const size = Number(text ?? 5);
  if (Number.isInteger(size) && size >= 1 && size <= 100) return size;
  throw new AnnotateError('store/unknown-driver', `pool=${text} is no number of connections.`, {
    hint: 'Use a number from 1 to 100; 5 is enough for most servers.',
  });
}

/** Also of what people type, so that no project differs from another by what cannot be seen. */
function isProjectName(name: string): boolean {
  return /^[^\p{C}]{1,100}$/u.test(name) && name.trim() === name && name.isWellFormed();
}

function canonicalUrl({ host, port, database, user }: Address, schema: string, project: string): string {
  const account = user === undefined ? '' : `${encodeURIComponent(user)}@`;
  const place = host.startsWith('/') ? '' : host.includes(':') ? `[${host}]` : host;
  const parameters = new URLSearchParams({
    ...(host.startsWith('/') && { host }),
    project,
    ...(schema !== 'annotate' && { schema }),
  });
  return `postgres://${account}${place}:${port}/${encodeURIComponent(database)}?${parameters.toString()}`;
}

function unknownParameterError(name: string): AnnotateError {
  return new AnnotateError(
    'store/unknown-driver',
    `The address of the store has ?${name}=, which is not known.`,
    {
      hint: `Use ${knownParameters.join(', ')}.`,
    },
  );
}

function schemaError(schema: string): AnnotateError {
  return new AnnotateError('store/unknown-driver', `schema=${schema} is no name of a schema for the store.`, {
    hint: 'Use small letters, digits and _, at most 40, for example schema=annotate.',
  });
}

function projectError(project: string): AnnotateError {
  return new AnnotateError('store/unknown-driver', `${JSON.stringify(project)} cannot name a project.`, {
    hint: 'Add ?project=name to the address: 1 to 100 characters, without a blank at either end.',
  });
}
