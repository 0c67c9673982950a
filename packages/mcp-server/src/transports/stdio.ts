import { setTimeout as delay } from 'node:timers/promises';

import type { McpServer } from '@modelcontextprotocol/server';
import { serveStdio as serve, StdioServerTransport } from '@modelcontextprotocol/server/stdio';

import { hostKey, keepClaims, type Store, type Subscription, withSidecars } from '@annotate-mcp/store';

import { singleAgent } from '../agent/agent-provider.ts';
import { Agent } from '../agent/agent.ts';
import { type ChannelMessage, pushToChannel } from '../annotations/channel.ts';
import { notifySubscriber, type ResourceSubscriber } from '../annotations/notify-subscribers.ts';
import type { PermissionRelay } from '../annotations/relay-permissions.ts';
import { createAnnotationsToolset } from '../annotations/toolset.ts';
import { describeVerdict } from '../markdown/describe-verdict.ts';
import { createMarkdownService, type MarkdownSettings } from '../markdown/service.ts';
import { createMarkdownToolset } from '../markdown/toolset.ts';
import { clientName, createServer } from '../server.ts';
import { chooseToolsets, type Toolset } from '../toolset.ts';

import { createSubscriber } from './resource-subscribers.ts';
import { ResourceUris } from './resource-uris.ts';
import { StdioInput } from './stdio-input.ts';

export interface StdioOptions extends MarkdownSettings {
  /** The project's own. The comments on its documents are added here. */
  store: Store;
  root: string;
  version: string;
  /** Pushes changes to an idle Claude Code. The connection then uses the older protocol: the newer has no channels. */
  channel?: boolean;
  /** Names of the toolsets to offer; all that are available unless given. */
  toolsets?: readonly string[];
  /** `createBrowserToolset` of `@annotate-mcp/mcp-server/browser-tools`; without it there is no toolset `browser`. */
  browser?: Toolset;
  debug?: (line: string) => void;
  /** Given by `annotate-mcp work`, which has to know what the agent that it started holds. */
  identity?: { id: string; name: string; folder?: string | undefined } | undefined;
}

/** Resolves when the client has disconnected. Closes the store. Writes nothing but MCP messages to stdout. */
export async function serveStdio({
  store: project,
  root,
  version,
  debug = () => undefined,
  channel = false,
  toolsets: names,
  browser,
  identity,
  ...markdownSettings
}: StdioOptions): Promise<void> {
  // A server without annotations may run where there is no project.
  const hasAnnotations = names === undefined || names.length === 0 || names.includes('annotations');
  const store = hasAnnotations ? withSidecars(project, { root }) : project;
  let sendToChannel: ((message: ChannelMessage) => void) | null = null;
  const markdown = createMarkdownService({
    root,
    debug,
    onIdleVerdict: (verdict, path) => sendToChannel?.(describeVerdict(verdict, path)),
    ...markdownSettings,
  });
  const toolsets = chooseToolsets(names, [
    createAnnotationsToolset(store, markdown.verdicts),
    createMarkdownToolset(markdown, store),
    ...(browser === undefined ? [] : [browser]),
  ]);
  const agent = new Agent(store, new Date(), {
    ...identity,
    isStarted: identity !== undefined,
    host: await hostKey({ direct: true }),
    ...(channel && { toldBy: 'channel' as const }),
  });
  const onError = (error: unknown) => debug(`store: ${String(error)}`);
  const subscriber = new StdioSubscriber();
  const listened = new ResourceUris();
  const build = (era: 'legacy' | 'modern') => {
    const agents = singleAgent(agent, identity?.name);
    const server = createServer({ store, agents, toolsets, root, version, debug, channel });
    subscriber.setClient(createSubscriber(server, era === 'modern' ? listened : undefined));
    server.server.oninitialized = () =>
      void agent.introduce(identity?.name ?? clientName(server)).catch(onError);
    return server;
  };
  const subscriptions: Subscription[] = [
    keepClaims(store, () => new Date(), onError),
    await notifySubscriber(store, subscriber, onError, markdown.verdicts),
  ];
  const transport = new StdioServerTransport(
    process.stdin.pipe(new StdioInput(process.stdout)),
    process.stdout,
  );
  let relay: PermissionRelay | null = null;
  if (channel) {
    const server = build('legacy');
    sendToChannel = (message) => push(server, message);
    subscriptions.push(await pushToChannel(store, agent, sendToChannel, onError));
    // Loaded only here, because every other agent's server has to start without it.
    const { relayPermissions } = await import('../annotations/relay-permissions.ts');
    relay = relayPermissions(server, { store, agent, onError });
    await server.connect(transport);
  } else {
    serve(({ era }) => build(era), { transport, onerror: onError });
    readSubscriptions(transport, listened);
  }
  await inputEnded();
  for (const subscription of subscriptions) subscription.close();
  await relay?.close();
  await markdown.close();
  await leaveSoon(agent, onError);
  await store.close();
}

/** A store whose server is away must not keep the process alive. Closing the store removes the agent as well, and other processes notice that this one has ended. */
async function leaveSoon(agent: Agent, onError: (error: unknown) => void): Promise<void> {
  const left = new AbortController();
  const late = delay(leaveMs, undefined, { signal: left.signal }).catch(() => undefined);
  await Promise.race([agent.leave().catch(onError), late]);
  left.abort();
}

const leaveMs = 2_000;

function readSubscriptions(transport: StdioServerTransport, listened: ResourceUris): void {
  const deliver = transport.onmessage;
  transport.onmessage = (message) => {
    listened.addFrom(message);
    deliver?.(message);
  };
}

function inputEnded(): Promise<void> {
  return new Promise((resolve) => {
    for (const event of ['end', 'close']) process.stdin.once(event, () => resolve());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve());
  });
}

function push(server: McpServer, message: ChannelMessage): void {
  server.server.notification({ method: 'notifications/claude/channel', params: { ...message } }).catch(() => {
    // The client is gone; the next one can still fetch what the message said.
  });
}

/** The one client of this process. A client may probe with the newer protocol before it connects; the last one counts. */
class StdioSubscriber implements ResourceSubscriber {
  #client: ResourceSubscriber | null = null;

  get subscriptions(): ResourceSubscriber['subscriptions'] {
    return this.#client === null ? new Set<string>() : this.#client.subscriptions;
  }

  setClient(client: ResourceSubscriber): void {
    this.#client = client;
  }

  resourceUpdated(uri: string): void {
    this.#client?.resourceUpdated(uri);
  }

  resourceListChanged(): void {
    this.#client?.resourceListChanged();
  }
}
