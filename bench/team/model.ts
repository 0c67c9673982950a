/**
 * How a team server of many projects would do, from what a run of this benchmark measured: costs for each change, message,
 * page and list, multiplied. It knows no network, no larger database and no burst; it says which part gives way first.
 */
import { rounded } from '../samples.ts';

export interface MeasuredCosts {
  /** Milliseconds of a processor for each change with all its messages and agents: an upper bound. */
  readonly msPerChange: number;
  readonly kilobytesPerPage: number;
  /** Changes a second that one PostgreSQL commits for our servers. */
  readonly commits: number;
  /** Milliseconds of one read of a change by another connection, with its commit and notification. */
  readonly msPerRead: number;
}

export interface Installation {
  /** That are open at once. */
  readonly pages: number;
  /** Pages of one project that are open at once. */
  readonly pagesPerProject: number;
  /** How often each page's person comments; agents claim and resolve what was commented. */
  readonly secondsBetweenComments: number;
}

const limits = {
  /** Of one server: Node runs our code in one thread, and half of it is left for bursts. */
  processor: 0.5,
  megabytesPerServer: 1_024,
  /** A server without a page and a project. */
  megabytesOfServer: 350,
  connectionsPerServer: 12,
  /** As PostgreSQL is installed, without those that it keeps for its administrators. */
  connections: 97,
} as const;

/** A comment is added, acknowledged and resolved. */
const changesPerComment = 3;

export interface Load {
  changes: number;
  messages: number;
  servers: number;
  /** Which of a server's limits asks for so many. */
  serversFor: 'memory' | 'processor';
  connections: number;
  /** Of what PostgreSQL has or does: 1 is all of it. */
  shares: { commits: number; reads: number; connections: number };
  /** What reaches its limit first when everything grows alike. */
  first: 'commits' | 'reads' | 'connections';
  /** So many pages are the most before that. */
  pagesUntilFirst: number;
}

export function loadOf(installation: Installation, costs: MeasuredCosts): Load {
  const { pages, pagesPerProject, secondsBetweenComments } = installation;
  const changes = (pages / secondsBetweenComments) * changesPerComment;
  const messages = changes * pagesPerProject;
  const processors = (changes * costs.msPerChange) / 1_000;
  const memory = (pages * costs.kilobytesPerPage) / 1_024;
  const forProcessor = Math.ceil(processors / limits.processor);
  const forMemory = Math.ceil(memory / (limits.megabytesPerServer - limits.megabytesOfServer));
  const servers = Math.max(1, forProcessor, forMemory);
  const connections = servers * limits.connectionsPerServer;
  // Pages of a project are spread over all servers, each of which reads every change of it once.
  const readers = Math.min(servers, pagesPerProject);
  const shares = {
    commits: changes / costs.commits,
    reads: (changes * readers * costs.msPerRead) / 1_000,
    connections: connections / limits.connections,
  };
  const [first, share] = largest(shares);
  return {
    changes: rounded(changes),
    messages: rounded(messages),
    servers,
    serversFor: forMemory > forProcessor ? 'memory' : 'processor',
    connections,
    shares: {
      commits: rounded(shares.commits),
      reads: rounded(shares.reads),
      connections: rounded(shares.connections),
    },
    first,
    pagesUntilFirst: rounded(pages / share),
  };
}

/** The same people in larger and larger installations: how many servers they need, and how near each limit is. */
export function modelRows(costs: MeasuredCosts): Record<string, string | number>[] {
  return [5_000, 50_000, 100_000].map((pages) => {
    const load = loadOf({ pages, pagesPerProject: 20, secondsBetweenComments: 960 }, costs);
    const { changes, messages, servers, serversFor, shares, first } = load;
    return {
      'open pages': pages,
      'changes/s': changes,
      'messages/s': messages,
      servers,
      for: serversFor,
      'of the connections': shares.connections,
      'of one core for reads': shares.reads,
      'of the commits': shares.commits,
      'gives way first': first,
    };
  });
}

function largest({ commits, reads, connections }: Load['shares']): [Load['first'], number] {
  const all: [Load['first'], number][] = [
    ['commits', commits],
    ['reads', reads],
    ['connections', connections],
  ];
  return all.reduce((most, one) => (one[1] > most[1] ? one : most));
}
