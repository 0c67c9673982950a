import { hostStanding, readHost, type Host } from './host.ts';
import { isRemote } from './peer.ts';
import type { GuardOptions, RequestFacts } from './request-facts.ts';

/** Whether whoever asks sits at this machine. A request whose Host cannot be told does not. */
export function isLocal(facts: RequestFacts, options: GuardOptions): boolean {
  const host = readHost(facts);
  return !('status' in host) && isLocalTo(host, facts, options);
}

/** A name that only `allowedHosts: true` admits may be a tunnel's that says nothing of whom it speaks for. */
export function isLocalTo(host: Host, facts: RequestFacts, options: GuardOptions): boolean {
  return !isRemote(facts, options) && hostStanding(host, facts, options) !== 'unlisted';
}
