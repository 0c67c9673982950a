import { createHash } from 'node:crypto';

import { AwsClient } from 'aws4fetch';

import { AnnotateError } from '@annotate-mcp/core';

import { type AttachmentStore, isAttachmentName, requireAttachmentName } from './attachment-store.ts';

/** Keys to the storage, as all programs for it name them in the environment. */
export interface S3Keys {
  AWS_ACCESS_KEY_ID?: string | undefined;
  AWS_SECRET_ACCESS_KEY?: string | undefined;
  AWS_SESSION_TOKEN?: string | undefined;
  AWS_REGION?: string | undefined;
}

/** Objects `prefix/project/name` in a bucket of S3, or of a storage that speaks the same protocol. */
export class S3Attachments implements AttachmentStore {
  readonly #client: AwsClient;
  /** The address of the bucket, without a final slash. */
  readonly #bucket: string;
  readonly #prefix: string;

  /** `url` is `s3://bucket/prefix?region=eu-central-1&endpoint=https://…`; both parameters may be left out. */
  constructor(url: string, project: string, keys: S3Keys = process.env) {
    const { protocol, hostname: bucket, pathname, searchParams } = parse(url);
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = keys;
    if (protocol !== 's3:' || bucket === '') throw addressError(url);
    if (accessKeyId === undefined || secretAccessKey === undefined) throw keysError(bucket);
    const region = searchParams.get('region') ?? keys.AWS_REGION ?? 'us-east-1';
    const endpoint = searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`;
    const { AWS_SESSION_TOKEN: sessionToken } = keys;
    this.#client = new AwsClient({
      accessKeyId,
      secretAccessKey,
      ...(sessionToken !== undefined && { sessionToken }),
      service: 's3',
      region,
      retries: 3,
    });
    this.#bucket = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
    this.#prefix = [...pathname.split('/').filter((part) => part !== ''), encodeURIComponent(project)].join(
      '/',
    );
  }

  async put(name: string, bytes: Buffer): Promise<void> {
    requireAttachmentName(name);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const response = await this.#fetch('PUT', this.#objectOf(name), {
      body: new Uint8Array(bytes),
      headers: { 'X-Amz-Content-Sha256': sha256, 'Content-Type': 'application/octet-stream' },
    });
    if (!response.ok) throw await this.#failure(response, 'stored');
  }

  async get(name: string): Promise<Buffer | null> {
    if (!isAttachmentName(name)) return null;
    const response = await this.#fetch('GET', this.#objectOf(name));
    if (response.ok) return Buffer.from(await response.arrayBuffer());
    if (response.status === 404) return null;
    throw await this.#failure(response, 'read');
  }

  async list(): Promise<string[]> {
    const names: string[] = [];
    let after: string | null = null;
    do {
      const parameters = new URLSearchParams({ 'list-type': '2', prefix: `${decodeURI(this.#prefix)}/` });
      if (after !== null) parameters.set('continuation-token', after);
      const response = await this.#fetch('GET', `${this.#bucket}?${parameters.toString()}`);
      if (!response.ok) throw await this.#failure(response, 'listed');
      const text = await response.text();
      // Names are hexadecimal, so nothing in them is escaped.
      for (const [, name] of text.matchAll(/<Key>[^<]*?([^<>/]+)<\/Key>/g)) names.push(name ?? '');
      after = /<NextContinuationToken>([^<]+)</.exec(text)?.[1] ?? null;
    } while (after !== null);
    return names.filter(isAttachmentName).sort();
  }

  async remove(name: string): Promise<void> {
    if (!isAttachmentName(name)) return;
    const response = await this.#fetch('DELETE', this.#objectOf(name));
    if (!response.ok && response.status !== 404) throw await this.#failure(response, 'removed');
  }

  #objectOf(name: string): string {
    return `${this.#bucket}/${this.#prefix}/${name}`;
  }

  async #fetch(method: string, url: string, init: RequestInit = {}): Promise<Response> {
    try {
      return await this.#client.fetch(url, { ...init, method, signal: AbortSignal.timeout(30_000) });
    } catch (cause) {
      throw new AnnotateError(
        'store/failed',
        `The storage of attachments at ${this.#bucket} cannot be reached.`,
        {
          hint: 'Check endpoint and region in attachments=s3://…, and that this machine may connect to it.',
          cause,
        },
      );
    }
  }

  async #failure(response: Response, done: string): Promise<AnnotateError> {
    const code = /<Code>(\w+)</.exec(await response.text())?.[1] ?? String(response.status);
    return new AnnotateError(
      'store/failed',
      `An attachment was not ${done}: ${this.#bucket} answered ${code}.`,
      {
        hint: 'Check AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and region, and that the key may get, put, list and delete objects of the bucket.',
      },
    );
  }
}

function parse(url: string): URL {
  const parsed = URL.parse(url);
  if (parsed === null) throw addressError(url);
  return parsed;
}

function addressError(url: string): AnnotateError {
  return new AnnotateError(
    'store/unknown-driver',
    `${JSON.stringify(url)} names no storage for attachments.`,
    {
      hint: 'Write it as attachments=s3://bucket/prefix?region=eu-central-1, percent-encoded; without it they are kept in the database.',
    },
  );
}

function keysError(bucket: string): AnnotateError {
  return new AnnotateError('store/failed', `There are no keys to the bucket ${bucket}.`, {
    hint: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment of this process.',
  });
}
