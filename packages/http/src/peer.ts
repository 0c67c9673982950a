import { BlockList, isIPv4, isIPv6 } from 'node:net';

import type { Policy } from './policies.ts';
import { quoted, type Refusal } from './refusal.ts';
import type { GuardOptions, RequestFacts } from './request-facts.ts';

/** Dev servers are often open to the LAN; routes that instruct an agent are not, unless the developer allowed it. */
export function checkPeer(facts: RequestFacts, policy: Policy, options: GuardOptions): Refusal | null {
  if (facts.peer === undefined) return unknownPeer;
  if (policy.peers !== 'loopback-or-network') {
    if (isAnotherUser(facts)) return anotherUser;
    if (policy.peers === 'own-user-or-network' && options.network === true) return null;
    return isRemote(facts, options) ? notThisMachine : null;
  }
  if (isLoopback(facts.peer) || options.network === true) return null;
  return networkOff(facts.peer);
}

/** Whether the client is on this machine and not proven to belong to the user of this process. */
export function isAnotherUser({ peer, peerUser }: RequestFacts): boolean {
  return peer !== undefined && isLoopback(peer) && peerUser === 'other';
}

/**
 * Whether the client may be on another machine, or belong to another user of this one: both need the token. Through a
 * tunnel the peer is the tunnel's local agent, so what it says about its visitor counts; a forged header can only make a
 * request less trusted.
 */
export function isRemote(facts: RequestFacts, options: GuardOptions): boolean {
  if (facts.peer === undefined || !isLoopback(facts.peer) || isAnotherUser(facts)) return true;
  if (options.trustForwarded === true) return false;
  return facts.forwardedFor.some((address) => !isLoopback(address));
}

export function isLoopback(address: string): boolean {
  if (isIPv4(address)) return loopback.check(address, 'ipv4');
  // BlockList matches ::ffff:127.0.0.1 against the IPv4 range as well.
  return isIPv6(address) && loopback.check(withoutZone(address), 'ipv6');
}

/** One spelling per address: no zone, no IPv4-in-IPv6, shortest lower-case IPv6. */
export function plainAddress(address: string): string {
  const bare = withoutZone(address);
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return mapped;
  return isIPv6(bare) ? new URL(`http://[${bare}]`).hostname.slice(1, -1) : bare;
}

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

function withoutZone(address: string): string {
  return address.replace(/%.*$/, '');
}

const unknownPeer: Refusal = {
  status: 403,
  code: 'peer/unknown',
  message: 'The address of the client is not known.',
  hint: 'Connect over TCP to 127.0.0.1, not through a pipe or Unix socket.',
};

const notThisMachine: Refusal = {
  status: 403,
  code: 'peer/not-this-machine',
  message: 'This address answers only on the machine the server runs on.',
  hint: 'Open it there, or paste the connection string that the server printed in its terminal.',
};

const anotherUser: Refusal = {
  status: 403,
  code: 'peer/another-user',
  message:
    'The connection comes from another user of this machine, and this address is for the user of the server only.',
  hint: 'Open it as the user who started the server. What forwards a port to it must run as that user, too.',
};

function networkOff(peer: string): Refusal {
  return {
    status: 403,
    code: 'peer/network-off',
    message: `The request comes from ${quoted(peer)}, another address than loopback, and this server is not open to the network.`,
    hint: 'On the machine itself use http://localhost; to let others in, switch the network option on and give them the token.',
  };
}
