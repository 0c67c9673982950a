/** A bucket on this machine that checks the signature of each request as S3 does (Signature Version 4). */
import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';

import type { S3Keys } from '../attachments/s3-attachments.ts';

export interface S3Server {
  /** For `attachments=`. */
  readonly url: string;
  readonly keys: S3Keys;
  readonly objects: ReadonlyMap<string, Buffer>;
  close(): Promise<void>;
}

const [accessKeyId, secretAccessKey, region] = ['AKIATEST', 'secret/of+a/test', 'eu-central-1'];
/** Fewer than S3 returns at once, so that a test need not store a thousand. */
const pageSize = 2;

export async function startS3(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    void answer(request, response, objects);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('no address');
  const endpoint = encodeURIComponent(`http://127.0.0.1:${address.port}`);
  return {
    url: `s3://pictures/team?region=${region}&endpoint=${endpoint}`,
    keys: { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey },
    objects,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  objects: Map<string, Buffer>,
): Promise<void> {
  const body = await buffer(request);
  const url = new URL(request.url ?? '', 'http://bucket');
  const fail = (status: number, code: string) => response.writeHead(status).end(`<Code>${code}</Code>`);
  if (!hasValidSignature(request, url, body)) return void fail(403, 'SignatureDoesNotMatch');
  const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
  const key = rest.join('/');
  if (bucket !== 'pictures') return void fail(404, 'NoSuchBucket');
  if (request.method === 'PUT') {
    objects.set(key, body);
    return void response.end();
  }
  if (request.method === 'DELETE') {
    objects.delete(key);
    return void response.writeHead(204).end();
  }
  if (key === '') return void response.end(listing(url.searchParams, objects));
  const found = objects.get(key);
  return void (found === undefined ? fail(404, 'NoSuchKey') : response.end(found));
}

function listing(parameters: URLSearchParams, objects: ReadonlyMap<string, Buffer>): string {
  const after = parameters.get('continuation-token') ?? '';
  const keys = [...objects.keys()]
    .filter((key) => key.startsWith(parameters.get('prefix') ?? '') && key > after)
    .sort();
  const shown = keys.slice(0, pageSize);
  const next = keys.length > pageSize ? `<NextContinuationToken>${shown.at(-1)}</NextContinuationToken>` : '';
  const contents = shown.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('');
  return `<ListBucketResult>${contents}${next}</ListBucketResult>`;
}

function hasValidSignature({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const [, credential = '', signedHeaders = '', signature] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [key, day = '', ...scope] = credential.split('/');
  const time = String(headers['x-amz-date']);
  const bodyHash = String(headers['x-amz-content-sha256']);
  const isBodySigned = bodyHash === 'UNSIGNED-PAYLOAD' || bodyHash === sha256(body);
  if (key !== accessKeyId || !time.startsWith(day) || !isBodySigned) return false;
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const canonicalHeaders = signedHeaders
    .split(';')
    .map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const request = [method, url.pathname, query, canonicalHeaders.join(''), signedHeaders, bodyHash].join(
    '\n',
  );
  const text = ['AWS4-HMAC-SHA256', time, [day, ...scope].join('/'), sha256(Buffer.from(request))].join('\n');
  const signingKey = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${secretAccessKey}`,
  );
  return createHmac('sha256', signingKey).update(text).digest('hex') === signature;
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
