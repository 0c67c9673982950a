import { hostStanding, readHost, type Host } from './host.ts';
import { isRemote } from './peer.ts';
import type { GuardOptions, RequestFacts } from './request-facts.ts';

/** Whether a request comes from this user on this machine. One without a readable Host does not. */
export function isLocal(facts: RequestFacts, options: GuardOptions): boolean {
  const host = readHost(facts);
  return !('status' in host) && isLocalTo(host, facts, options);
}

/** A Host that only `allowedHosts: true` admits may belong to a tunnel that does not name its client. */
export function isLocalTo(host: Host, facts: RequestFacts, options: GuardOptions): boolean {
  return !isRemote(facts, options) && hostStanding(host, facts, options) !== 'unlisted';
}
