import { isIP, isIPv6 } from 'node:net';

import { plainAddress } from './peer.ts';
import type { Policy } from './policies.ts';
import { quoted, type Refusal } from './refusal.ts';
import type { GuardOptions, RequestFacts } from './request-facts.ts';

export interface Host {
  /** Lower case; an IPv6 literal keeps its brackets. */
  readonly name: string;
  readonly port: number | undefined;
}

/**
 * Which list admits a name. `listed` wins over `local`, since naming a host also says that something in
 * front of it may speak TLS; `unlisted` is admitted by `allowedHosts: true` alone.
 */
export type HostStanding = 'listed' | 'local' | 'own-address' | 'unlisted' | 'foreign';

/** The one Host that a request names, or the refusal when it names none or several. */
export function readHost(facts: RequestFacts): Host | Refusal {
  if (!facts.target.startsWith('/')) return absoluteTarget;
  const [value, second] = facts.hosts;
  if (value === undefined) return missingHost;
  if (second !== undefined) return severalHosts;
  return parseHost(value) ?? malformedHost(value);
}

/**
 * Host names stop DNS rebinding: a rebound page can reach our address, but its browser still says its own
 * name. The port is left open, because forwarded ports (`ssh -L`, containers) change it and a browser
 * cannot forge it; pages on other ports are kept out by their Origin.
 */
export function checkHost(
  host: Host,
  facts: RequestFacts,
  policy: Policy,
  options: GuardOptions,
): Refusal | null {
  if (policy.hosts === 'own-address') {
    return isOwnAddress(host.name, facts.localAddress) ? null : notOwnAddress(host);
  }
  const standing = hostStanding(host, facts, options);
  if (standing === 'foreign' || (standing === 'unlisted' && policy.hosts === 'listed')) {
    return foreignHost(host);
  }
  return null;
}

export function hostStanding(host: Host, facts: RequestFacts, options: GuardOptions): HostStanding {
  const { allowedHosts = [] } = options;
  if (allowedHosts !== true && allowedHosts.some((entry) => matches(entry, host.name))) return 'listed';
  if (isLocalName(host.name)) return 'local';
  if (options.network === true && isOwnAddress(host.name, facts.localAddress)) return 'own-address';
  return allowedHosts === true ? 'unlisted' : 'foreign';
}

/** `null` for what is not a `name[:port]`: userinfo, empty, zero or oversized ports, broken IPv6, spaces. */
export function parseHost(value: string): Host | null {
  const parts = /^(\[[0-9a-f:.]+\]|[a-z0-9_](?:[a-z0-9._-]{0,252}))(?::([1-9]\d{0,4}))?$/.exec(
    value.toLowerCase(),
  );
  if (parts?.[1] === undefined) return null;
  const port = parts[2] === undefined ? undefined : Number(parts[2]);
  if (port !== undefined && port > 65_535) return null;
  const name = parts[1];
  if (name.startsWith('[') && !isIPv6(unbracketed(name))) return null;
  return { name, port };
}

function matches(entry: string, name: string): boolean {
  const wanted = entry.toLowerCase();
  if (!wanted.startsWith('.')) return wanted === name || wanted === unbracketed(name);
  // `.5` must not match the address 192.168.1.5, nor `.` a name with a trailing dot.
  return wanted.length > 1 && isIP(name) === 0 && (name === wanted.slice(1) || name.endsWith(wanted));
}

// Browsers resolve *.localhost themselves and write 127.1 or 2130706433 as 127.0.0.1, so other spellings
// of loopback never come from a page.
function isLocalName(name: string): boolean {
  return (
    name === 'localhost' ||
    name === '127.0.0.1' ||
    name === '[::1]' ||
    /^[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.localhost$/.test(name)
  );
}

// An address in Host is what the browser connected to; rebinding needs a name.
function isOwnAddress(name: string, localAddress: string | undefined): boolean {
  if (localAddress === undefined) return false;
  const literal = unbracketed(name);
  return isIP(literal) !== 0 && plainAddress(literal) === plainAddress(localAddress);
}

function unbracketed(name: string): string {
  return name.startsWith('[') ? name.slice(1, -1) : name;
}

const absoluteTarget: Refusal = {
  status: 400,
  code: 'target/not-a-path',
  message: 'The request line does not name a path that starts with "/".',
  hint: 'This is not a proxy: send "GET /path", not "GET http://host/path".',
};

const missingHost: Refusal = {
  status: 400,
  code: 'host/missing',
  message: 'The request has no Host header.',
  hint: 'Send the Host you connected to, for example "Host: localhost".',
};

const severalHosts: Refusal = {
  status: 400,
  code: 'host/several',
  message: 'The request names more than one Host.',
  hint: 'Send exactly one Host header.',
};

function malformedHost(value: string): Refusal {
  return {
    status: 400,
    code: 'host/malformed',
    message: `The Host header ${quoted(value)} is not a host name with an optional port.`,
    hint: 'Send the Host you connected to, for example "Host: localhost:5173".',
  };
}

function foreignHost(host: Host): Refusal {
  return {
    status: 403,
    code: 'host/unknown',
    message: `The Host ${quoted(host.name)} is not one this server answers to, so a web page may be posing as it.`,
    hint: `Open it as http://localhost, or add ${quoted(unbracketed(host.name))} to the allowed hosts.`,
  };
}

function notOwnAddress(host: Host): Refusal {
  return {
    status: 403,
    code: 'host/unknown',
    message: `The Host ${quoted(host.name)} is not the address of this server, so a web page may be posing as it.`,
    hint: 'Open the address exactly as the program gives it, which begins with http://127.0.0.1.',
  };
}
