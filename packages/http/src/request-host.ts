import type { IncomingMessage } from 'node:http';

import { checkHost, readHost } from './host.ts';
import { policies } from './policies.ts';
import { readFacts } from './read-facts.ts';
import type { Refusal } from './refusal.ts';
import type { GuardOptions } from './request-facts.ts';

/**
 * The guard's check of the Host alone, for a server that passes requests on to another one: that one may trust the Host
 * that it is given. `null` when the request may pass.
 */
export function checkRequestHost(request: IncomingMessage, options: GuardOptions): Refusal | null {
  const facts = readFacts(request, false, 'unknown');
  const host = readHost(facts);
  return 'status' in host ? host : checkHost(host, facts, policies.page, options);
}
