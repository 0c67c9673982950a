import type { RequestFacts } from '../request-facts.ts';

/** The page of a local dev server asking for its annotations, changed in the ways a test is about. */
export function factsWith(changes: Partial<RequestFacts>): RequestFacts {
  return {
    method: 'GET',
    target: '/__annotate/api/annotations',
    hosts: ['localhost:5173'],
    origin: undefined,
    fetchSite: undefined,
    fetchDest: undefined,
    peer: '127.0.0.1',
    peerUser: 'same',
    localAddress: '127.0.0.1',
    forwardedFor: [],
    tokens: {},
    contentLength: undefined,
    upgrade: false,
    tls: false,
    ...changes,
  };
}
