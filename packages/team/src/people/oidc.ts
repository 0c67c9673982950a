/** Sign-in by OpenID Connect: the code flow with PKCE, state and nonce. What the provider says is checked by openid-client. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { z } from 'zod';

import type { Database } from '../database/database.ts';
import { createSecret, hashOf, kindOf } from '../secrets.ts';

import { beginSession, type SignedIn, type SigningBrowser } from './sign-in.ts';

export interface OidcSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface OidcSignIn {
  /** Where to send the browser, and the secret for a cookie that ties what comes back to this browser. */
  begin(project: string): Promise<{ address: string; secret: string }>;
  /** `null` when it was not begun in this browser, or the person is not a member of the project, or there is none. */
  finish(address: URL, secret: string | undefined, before: string | undefined): Promise<SignedIn | null>;
}

export interface OidcDeps {
  readonly database: Database;
  /** As the provider knows it: `https://team.example/sign-in/callback`. */
  readonly redirectUri: string;
  readonly onError: (error: unknown) => void;
}

const claimsSchema = z.object({
  iss: z.string(),
  sub: z.string().min(1),
  email: z.string().optional(),
  email_verified: z.boolean().optional(),
});

/** How long a person may take at the provider. */
const beginMinutes = 10;

export function createOidc(settings: OidcSettings, deps: OidcDeps): OidcSignIn {
  const { database, redirectUri, onError } = deps;
  let found: Promise<Configuration> | undefined;
  const provider = async (): Promise<Configuration> => {
    found ??= discover(settings);
    // A provider that is away is asked again at the next sign-in.
    found.catch(() => (found = undefined));
    return found;
  };
  return {
    begin: async (project) => begin(await provider(), { database, redirectUri, project }),
    finish: async (address, secret, before) => {
      const begun = secret === undefined ? null : await takeBegun(database, secret);
      if (begun === null) return null;
      const claims = await readClaims(await provider(), address, begun).catch((error: unknown) => {
        onError(error);
        return null;
      });
      return claims === null
        ? null
        : signIn(database, begun.project, claims, { before, secure: redirectUri.startsWith('https:') });
    },
  };
}

function discover({ issuer, clientId, clientSecret }: OidcSettings): Promise<Configuration> {
  const url = new URL(issuer);
  const isHere = url.protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
  return discovery(url, clientId, clientSecret, undefined, {
    // Without this the signature of an ID token is not looked at, because the token comes over TLS from the provider.
    // What stands between, or a provider that passes on what another one made, would be believed.
    execute: isHere
      ? // oxlint-disable-next-line typescript/no-deprecated -- marked so that it stands out; for a provider on this machine
        [enableNonRepudiationChecks, allowInsecureRequests]
      : [enableNonRepudiationChecks],
  });
}

async function begin(
  config: Configuration,
  { database, redirectUri, project }: { database: Database; redirectUri: string; project: string },
): Promise<{ address: string; secret: string }> {
  const { secret, hash } = createSecret('signIn');
  const [verifier, state, nonce] = [randomPKCECodeVerifier(), randomState(), randomNonce()];
  await database.query('DELETE FROM team_sign_ins WHERE expires_at < now()');
  await database.query(
    `INSERT INTO team_sign_ins (hash, project, state, nonce, verifier, expires_at)
     VALUES ($1, $2, $3, $4, $5, now() + make_interval(mins => $6))`,
    [hash, project, state, nonce, verifier, beginMinutes],
  );
  const address = buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    state,
    nonce,
  });
  return { address: address.href, secret };
}

interface Begun {
  readonly project: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
}

/** Removes it, so that it is used once; any server of the database can finish what another one began. */
async function takeBegun(database: Database, secret: string): Promise<Begun | null> {
  if (kindOf(secret) !== 'signIn') return null;
  const [row] = await database.query<Begun & { state: string }>(
    `DELETE FROM team_sign_ins WHERE hash = $1 AND expires_at > now() RETURNING project, state, nonce, verifier`,
    [hashOf(secret)],
  );
  return row ?? null;
}

async function readClaims(
  config: Configuration,
  address: URL,
  { state, nonce, verifier }: Begun,
): Promise<z.output<typeof claimsSchema>> {
  const answer = await authorizationCodeGrant(config, address, {
    pkceCodeVerifier: verifier,
    expectedState: state,
    expectedNonce: nonce,
    idTokenExpected: true,
  });
  return claimsSchema.parse(answer.claims());
}

/** A member is known by what the provider calls them; the first time by an address that the provider has verified. */
async function signIn(
  database: Database,
  project: string,
  { iss, sub, email, email_verified: isVerified = false }: z.output<typeof claimsSchema>,
  browser: SigningBrowser,
): Promise<SignedIn | null> {
  return database.transaction(async (query) => {
    const [known] = await query<{ id: string }>(
      'SELECT id FROM team_members WHERE project = $1 AND issuer = $2 AND subject = $3 AND deleted_at IS NULL',
      [project, iss, sub],
    );
    const [linked] =
      known !== undefined || email === undefined || !isVerified
        ? []
        : await query<{ id: string }>(
            `UPDATE team_members SET issuer = $2, subject = $3
             WHERE project = $1 AND lower(email) = lower($4) AND subject IS NULL AND deleted_at IS NULL RETURNING id`,
            [project, iss, sub, email],
          );
    const member = known ?? linked;
    return member === undefined ? null : beginSession(query, member.id, browser);
  });
}
