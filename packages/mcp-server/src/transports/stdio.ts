import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

import { keepClaims, type Store, type Subscription } from '@annotate-mcp/store';

import { Agent } from '../agent.ts';
import { announceChanges, type Audience } from '../annotations/announce.ts';
import { type ChannelMessage, pushToChannel } from '../annotations/channel.ts';
import { oneClient } from '../desk.ts';
import { MarkdownReview, type ReviewSettings } from '../markdown/review.ts';
import { clientName, createServer } from '../server.ts';
import { chooseToolsets } from '../toolsets.ts';

import { audienceOf } from './audience.ts';

export interface StdioOptions extends ReviewSettings {
  store: Store;
  root: string;
  version: string;
  /** Pushes to an idle Claude Code. Such a connection is of the older protocol: the newer has no channels. */
  channel?: boolean;
  toolsets?: readonly string[];
  debug?: (line: string) => void;
}

/** Resolves when the client is gone, however it went. Closes the store. Writes nothing but MCP to stdout. */
export async function serveStdio({
  store,
  debug = () => undefined,
  channel = false,
  roots = [],
  viewFolder,
  openUrl,
  ...options
}: StdioOptions): Promise<void> {
  // Before anything is opened: a toolset that is not there must end this, not every request.
  chooseToolsets(options.toolsets);
  const agent = new Agent(store, new Date());
  const onError = (error: unknown) => debug(`store: ${String(error)}`);
  const audience = new StdioAudience();
  const review = new MarkdownReview({ root: options.root, debug, roots, viewFolder, openUrl });
  const build = (era: 'legacy' | 'modern') => {
    const server = createServer({ store, desk: oneClient(agent), debug, channel, review, ...options });
    audience.join(audienceOf(server, era));
    server.server.oninitialized = () => void agent.introduce(clientName(server)).catch(onError);
    return server;
  };
  const closing: Subscription[] = [
    keepClaims(store, () => new Date(), onError),
    await announceChanges(store, audience, onError),
  ];
  const transport = new StdioServerTransport();
  if (channel) {
    const server = build('legacy');
    closing.push(await pushToChannel(store, agent, (message) => push(server, message), onError));
    await server.connect(transport);
  } else {
    serve(({ era }) => build(era), { transport, onerror: onError });
  }
  await inputEnded();
  for (const each of closing) each.close();
  await review.close();
  await agent.leave();
  await store.close();
}

function inputEnded(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close']) process.stdin.once(event, () => resolve());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

function push(server: McpServer, message: ChannelMessage): void {
  server.server.notification({ method: 'notifications/claude/channel', params: { ...message } }).catch(() => {
    // The client is gone; what was to be said can still be fetched by the next one.
  });
}

/** The one client of this process. A probe of the newer protocol may come before the one that stays. */
class StdioAudience implements Audience {
  #client: Audience | null = null;

  get follows(): Audience['follows'] {
    return this.#client === null ? new Set<string>() : this.#client.follows;
  }

  join(client: Audience): void {
    this.#client = client;
  }

  updated(uri: string): void {
    this.#client?.updated(uri);
  }

  listChanged(): void {
    this.#client?.listChanged();
  }
}
