/** Sign-in by a provider, attacked: each try has to end without a session. The provider is a real one, made for tests. */
import { createHmac, createSign, generateKeyPairSync } from 'node:crypto';

import { beforeAll, describe, expect, it } from 'vitest';

import { withoutOurCookies } from '@annotate-mcp/http';
import { exchange, open } from '@annotate-mcp/http/testing/raw-client';
import { type PostgresServer, sharePostgres } from '@annotate-mcp/store/testing/postgres-server';

import { encodeToken, type OidcProvider, startOidcProvider } from '../testing/oidc-provider.ts';
import { createTeam } from '../testing/team.ts';

import { inviteMember } from './members.ts';

let postgres: PostgresServer;
beforeAll(async () => {
  postgres = await sharePostgres();
});

const publicUrl = 'http://team.localhost';
const ada = { sub: '17', email: 'ada@example.com', email_verified: true };
const eve = { sub: '66', email: 'eve@example.com', email_verified: true };

interface Begun {
  /** The address at the provider. */
  readonly at: URL;
  readonly cookie: string;
}

async function setUp() {
  const team = await createTeam(postgres);
  const provider = await startOidcProvider();
  const { issuer, clientId, clientSecret } = provider;
  const { url } = await team.serve({ publicUrl, oidc: { issuer, clientId, clientSecret } });
  for (const [name, { email }] of [['Ada', ada] as const, ['Eve', eve] as const])
    await inviteMember(team.database, { project: 'shop', name, email, role: 'reviewer' });
  provider.person = ada;
  // Each try comes from an address of its own, so that it is not refused for those before.
  let tries = 0;
  const from = () => ({ 'x-forwarded-for': `198.51.100.${tries}` });
  return {
    url,
    provider,
    begin: async (query = 'project=shop', headers: Record<string, string> = {}): Promise<Begun> => {
      tries++;
      const answer = await fetch(`${url}/sign-in?${query}`, {
        redirect: 'manual',
        headers: { ...from(), ...headers },
      });
      return { at: new URL(answer.headers.get('location') ?? ''), cookie: cookieOf(answer) };
    },
    finish: (back: URL, cookie?: string) =>
      fetch(`${url}${back.pathname}${back.search}`, {
        redirect: 'manual',
        headers: { ...from(), ...(cookie !== undefined && { cookie }) },
      }),
  };
}

/** What the provider sends the browser back with. */
async function backFrom(at: URL): Promise<URL> {
  const answer = await fetch(at, { redirect: 'manual' });
  return new URL(answer.headers.get('location') ?? '');
}

function cookieOf(answer: Response): string {
  return (answer.headers.getSetCookie()[0] ?? '').split(';', 1)[0] ?? '';
}

function sessionOf(answer: Response): string | undefined {
  return answer.headers.getSetCookie().find((cookie) => /^(?:__Host-)?annotate-key=anns_/.test(cookie));
}

async function expectRefused(answer: Response, what = ''): Promise<void> {
  expect([what, answer.status, sessionOf(answer)]).toEqual([what, 403, undefined]);
  expect(await answer.text()).toContain('You are not signed in');
}

it('a sign-in asks for a code with state, nonce and PKCE, and a right answer signs in', async () => {
  const { begin, finish } = await setUp();
  const { at, cookie } = await begin();
  const asked = Object.fromEntries(at.searchParams);
  expect(asked).toMatchObject({
    response_type: 'code',
    code_challenge_method: 'S256',
    redirect_uri: `${publicUrl}/sign-in/callback`,
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(asked[name]).toMatch(/^[\w-]{43}$/);
  const answer = await finish(await backFrom(at), cookie);
  expect([answer.status, sessionOf(answer)]).toEqual([200, expect.any(String)]);
});

const changes: Readonly<Record<string, (back: URLSearchParams) => void>> = {
  'without a state': (back) => back.delete('state'),
  'with an empty state': (back) => back.set('state', ''),
  'with another state': (back) => back.set('state', 'x'.repeat(43)),
  'with two states': (back) => back.append('state', 'x'),
  'without a code': (back) => back.delete('code'),
  'with two codes': (back) => back.append('code', 'x'),
  'with another issuer': (back) => back.set('iss', 'https://evil.example'),
  'with an error': (back) => back.set('error', 'access_denied'),
  'with a token in the address': (back) => back.set('id_token', 'x.y.z'),
  'as a signed response': (back) => back.set('response', 'x.y.z'),
};

it('an answer that was changed on its way signs nobody in', async () => {
  const { begin, finish } = await setUp();
  for (const [what, change] of Object.entries(changes)) {
    const { at, cookie } = await begin();
    const back = await backFrom(at);
    change(back.searchParams);
    await expectRefused(await finish(back, cookie), what);
  }
});

const foreign = generateKeyPairSync('rsa', { modulusLength: 2048 });
const foreignJwk = foreign.publicKey.export({ format: 'jwk' });
const signAsOther = (signed: string) =>
  createSign('sha256').update(signed).sign(foreign.privateKey, 'base64url');
const hs256 = (secret: string) => (signed: string) =>
  createHmac('sha256', secret).update(signed).digest('base64url');
const noSignature = () => '';

type Claims = Record<string, unknown>;
type Forger = (provider: OidcProvider, claims: Claims) => string;

const signatures: Readonly<Record<string, Forger>> = {
  none: (_, claims) => encodeToken({ alg: 'none' }, claims, noSignature),
  'none, in other letters': (_, claims) => encodeToken({ alg: 'nOnE', kid: 'k' }, claims, noSignature),
  'an empty one': (_, claims) => encodeToken({ alg: 'RS256', kid: 'k' }, claims, noSignature),
  'with the public key as a secret': ({ publicKey }, claims) =>
    encodeToken(
      { alg: 'HS256', kid: 'k' },
      claims,
      hs256(publicKey.export({ type: 'spki', format: 'pem' }).toString()),
    ),
  'with the secret of the client': ({ clientSecret }, claims) =>
    encodeToken({ alg: 'HS256' }, claims, hs256(clientSecret)),
  'with another key under the name of the right one': (_, claims) =>
    encodeToken({ alg: 'RS256', kid: 'k' }, claims, signAsOther),
  'with a key that the token brings along': (_, claims) =>
    encodeToken({ alg: 'RS256', jwk: foreignJwk }, claims, signAsOther),
  'with a key of an unknown name': ({ signToken }, claims) => signToken(claims, { kid: 'other' }),
  'of other claims': ({ signToken }, claims) => {
    const [header, , signature] = signToken(claims).split('.');
    const changed = Buffer.from(JSON.stringify({ ...claims, ...eve })).toString('base64url');
    return [header, changed, signature].join('.');
  },
  'with a part that must be understood': ({ signToken }, claims) => signToken(claims, { crit: ['x'], x: 1 }),
};

const forgeries: Readonly<Record<string, Claims>> = {
  'another nonce': { nonce: 'x'.repeat(43) },
  'no nonce': { nonce: undefined },
  'another issuer': { iss: 'https://evil.example' },
  'no issuer': { iss: undefined },
  'another audience': { aud: 'another' },
  'no audience': { aud: undefined },
  'several audiences, issued to another': { aud: ['annotate', 'b'], azp: 'b' },
  'several audiences, issued to nobody': { aud: ['annotate', 'b'] },
  'a time that is over': { exp: 1 },
  'no end': { exp: undefined },
  'a time to come': { nbf: 4_102_444_800 },
  'no time': { iat: undefined },
  'no subject': { sub: undefined },
  'an empty subject': { sub: '' },
  'an address that is verified in words': { email_verified: 'true' },
};

async function expectAllRefused(forgers: Readonly<Record<string, Forger>>): Promise<void> {
  const { provider, begin, finish } = await setUp();
  for (const [what, forge] of Object.entries(forgers)) {
    provider.makeToken = (claims) => forge(provider, claims);
    const { at, cookie } = await begin();
    await expectRefused(await finish(await backFrom(at), cookie), what);
  }
}

it('an ID token with a forged signature signs nobody in', () => expectAllRefused(signatures));

it('an ID token with forged claims signs nobody in', async () => {
  const forgers = Object.entries(forgeries).map(([what, forged]): [string, Forger] => [
    what,
    ({ signToken }, claims) => signToken({ ...claims, ...forged }),
  ]);
  await expectAllRefused(Object.fromEntries(forgers));
});

describe('a code', () => {
  it('works once, also with the cookie of the browser that began', async () => {
    const { begin, finish } = await setUp();
    const { at, cookie } = await begin();
    const back = await backFrom(at);
    expect((await finish(back, cookie)).status).toBe(200);
    await expectRefused(await finish(back, cookie));
  });

  it('of another sign-in is worth nothing in this one: the provider has the challenge of the other', async () => {
    const { provider, begin, finish } = await setUp();
    const [mine, theirs] = [await begin(), await begin()];
    provider.person = eve;
    const stolen = await backFrom(theirs.at);
    const back = await backFrom(mine.at);
    back.searchParams.set('code', stolen.searchParams.get('code') ?? '');
    await expectRefused(await finish(back, mine.cookie));
  });

  it('of another provider is worth nothing, whether that says who it is or not', async () => {
    const { begin, finish } = await setUp();
    const other = await startOidcProvider();
    other.person = ada;
    for (const issuer of [null, other.issuer]) {
      const { at, cookie } = await begin();
      const back = await backFrom(new URL(`${other.issuer}/authorize${at.search}`));
      if (issuer !== null) back.searchParams.set('iss', issuer);
      await expectRefused(await finish(back, cookie));
    }
  });
});

describe("a link with somebody else's answer", () => {
  it('signs in no browser that did not begin, and none that began another sign-in', async () => {
    const { provider, begin, finish } = await setUp();
    provider.person = eve;
    const attack = await backFrom((await begin()).at);
    await expectRefused(await finish(attack));
    await expectRefused(await finish(attack, 'annotate-sign-in='));
    await expectRefused(await finish(attack, `annotate-sign-in=anno_${'x'.repeat(43)}`));
    await expectRefused(await finish(attack, (await begin()).cookie));
  });

  it('begins no session in the one that was there before, which is over', async () => {
    const { url, provider, begin, finish } = await setUp();
    const signIn = async (before = '') => {
      const { at, cookie } = await begin();
      return (
        (sessionOf(await finish(await backFrom(at), `${cookie}; ${before}`)) ?? '').split(';', 1)[0] ?? ''
      );
    };
    const read = async (cookie: string) =>
      (await fetch(`${url}/p/shop/__annotate/api/annotations`, { headers: { cookie } })).status;
    provider.person = eve;
    const planted = await signIn();
    provider.person = ada;
    const own = await signIn(planted);
    expect(own).not.toBe(planted);
    expect([await read(planted), await read(own)]).toEqual([401, 200]);
  });
});

describe('where a sign-in leads', () => {
  it('is decided by the server, whatever the address says', async () => {
    const { provider, begin, finish } = await setUp();
    for (const query of [
      'project=shop&redirect_uri=https://evil.example',
      'project=shop&return=https://evil.example&next=//evil.example&state=x&nonce=x&code_challenge=x',
      'project=//evil.example',
      'project=https://evil.example/%0d%0aLocation:%20https://evil.example',
      'project=shop&project=https://evil.example',
    ]) {
      const { at, cookie } = await begin(query, { 'x-forwarded-host': 'evil.example' });
      expect([query, at.origin]).toEqual([query, provider.issuer]);
      expect(at.href).not.toContain('evil.example');
      const back = await backFrom(at);
      expect(back.origin).toBe(publicUrl);
      back.searchParams.set('redirect', 'https://evil.example');
      const answer = await finish(back, cookie);
      expect([answer.headers.get('location'), answer.headers.get('refresh')]).toEqual([null, null]);
      expect(await answer.text()).not.toContain('evil.example');
    }
  });

  it('is not decided by the Host of the request, which is refused', async () => {
    const { url } = await setUp();
    const socket = await open(Number(new URL(url).port));
    const head = ['GET /sign-in?project=shop HTTP/1.1', 'Host: evil.example', 'Connection: close'];
    const { status, headers } = await exchange(socket, head);
    expect([status, headers.location]).toEqual([403, undefined]);
  });
});

it('the cookie of a sign-in is one that annotate-mcp dev keeps from other servers', async () => {
  const { begin } = await setUp();
  const { cookie } = await begin();
  expect([cookie === '', withoutOurCookies(cookie)]).toEqual([false, null]);
});
