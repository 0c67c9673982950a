/** Decides whether a request may reach a handler. Pure; reading the facts off a socket is read-facts.ts. */

import { tooLarge } from './body-size.ts';
import { checkHost, readHost } from './host.ts';
import { checkOrigin } from './origin.ts';
import { checkPeer } from './peer.ts';
import { policies, type Policy, type PolicyName } from './policies.ts';
import type { Refusal } from './refusal.ts';
import type { GuardOptions, RequestFacts } from './request-facts.ts';
import { checkToken } from './token.ts';

/** `null` when the request may pass. */
export function guard(facts: RequestFacts, name: PolicyName, options: GuardOptions): Refusal | null {
  const policy = policies[name];
  const host = readHost(facts);
  if ('status' in host) return host;
  // The peer is checked before the Host: a client on the LAN has to learn that the server is not open to the
  // network, not that its address is not listed.
  return (
    checkPeer(facts, policy, options) ??
    checkHost(host, facts, policy, options) ??
    checkOrigin(facts, host, policy, options) ??
    checkToken(facts, host, policy, options) ??
    checkSize(facts, policy)
  );
}

// A chunked body has no length yet; readBody counts it.
function checkSize(facts: RequestFacts, policy: Policy): Refusal | null {
  const { contentLength } = facts;
  if (contentLength === undefined) return null;
  if (!/^\d+$/.test(contentLength)) return badLength;
  return Number(contentLength) > policy.maxBodyBytes ? tooLarge(policy.maxBodyBytes) : null;
}

const badLength: Refusal = {
  status: 400,
  code: 'body/bad-length',
  message: 'The Content-Length header is not a number.',
  hint: 'Send the length of the body in bytes, or send it chunked.',
};
