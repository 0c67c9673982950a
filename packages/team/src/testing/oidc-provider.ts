/**
 * An OpenID Connect provider of its own for tests, which signs in at once the person that the test names. It checks what
 * a provider has to check (client, redirect, code, PKCE) and signs ID tokens with a real key.
 */
import { createHash, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

import { onTestFinished } from 'vitest';

export interface ProviderPerson {
  readonly sub: string;
  readonly email?: string;
  readonly email_verified?: boolean;
}

export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who signs in next. */
  person: ProviderPerson;
  /** Changes what the next ID token says. */
  forge: (claims: Record<string, unknown>) => Record<string, unknown>;
  /** Makes the next ID token from its claims; `signToken` unless a test forges one. */
  makeToken: (claims: Record<string, unknown>) => string;
  /** As this provider signs, with its key and `header` beside `alg` and `kid`. */
  signToken: (claims: Record<string, unknown>, header?: Record<string, unknown>) => string;
  /** The public key, which everybody can read at the provider. */
  readonly publicKey: KeyObject;
}

/** A JSON web token in its parts, which a test signs as it likes. */
export function encodeToken(
  header: Record<string, unknown>,
  claims: Record<string, unknown>,
  sign: (signed: string) => string,
): string {
  const signed = [header, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  return `${signed}.${sign(signed)}`;
}

interface Grant {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
  readonly person: ProviderPerson;
}

export async function startOidcProvider(): Promise<OidcProvider> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const grants = new Map<string, Grant>();
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  const provider: OidcProvider = {
    issuer,
    clientId: 'annotate',
    clientSecret: 'secret of the client',
    person: { sub: 'nobody' },
    forge: (claims) => claims,
    makeToken: (claims) => provider.signToken(claims),
    signToken: (claims, header = {}) =>
      encodeToken({ alg: 'RS256', kid: 'k', typ: 'JWT', ...header }, claims, (signed) =>
        createSign('sha256').update(signed).sign(privateKey, 'base64url'),
      ),
    publicKey,
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', issuer);
    if (url.pathname === '/.well-known/openid-configuration') json(response, 200, metadata());
    else if (url.pathname === '/keys')
      json(response, 200, { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k' }] });
    else if (url.pathname === '/authorize') authorize(url.searchParams, response);
    else if (url.pathname === '/token') await exchange(request, response);
    else json(response, 404, {});
  }

  function metadata(): object {
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    };
  }

  function authorize(asked: URLSearchParams, response: ServerResponse): void {
    const code = randomUUID();
    const redirectUri = asked.get('redirect_uri') ?? '';
    grants.set(code, {
      nonce: asked.get('nonce') ?? '',
      challenge: asked.get('code_challenge_method') === 'S256' ? (asked.get('code_challenge') ?? '') : '',
      redirectUri,
      person: provider.person,
    });
    const back = new URL(redirectUri);
    back.searchParams.set('code', code);
    back.searchParams.set('state', asked.get('state') ?? '');
    response.writeHead(302, { Location: back.href }).end();
  }

  async function exchange(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const sent = new URLSearchParams(body);
    const code = sent.get('code') ?? '';
    const grant = grants.get(code);
    grants.delete(code);
    const challenge = createHash('sha256')
      .update(sent.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient =
      sent.get('client_id') === provider.clientId && sent.get('client_secret') === provider.clientSecret;
    const fits = grant?.challenge === challenge && grant.redirectUri === sent.get('redirect_uri');
    if (grant === undefined || !isClient || !fits) json(response, 400, { error: 'invalid_grant' });
    else json(response, 200, { access_token: randomUUID(), token_type: 'Bearer', id_token: idToken(grant) });
  }

  function idToken({ nonce, person }: Grant): string {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: provider.clientId, iat: now, exp: now + 60, nonce, ...person };
    return provider.makeToken(provider.forge(claims));
  }

  return provider;
}

function json(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
}
