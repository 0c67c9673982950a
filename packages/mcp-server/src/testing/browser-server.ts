/** MCP and the bridge on one real socket, as in `annotate-mcp serve`. */
import { randomBytes } from 'node:crypto';

import { onTestFinished } from 'vitest';

import { extensionId } from '@annotate-mcp/browser-protocol';
import { createRouter, type GuardOptions, listen } from '@annotate-mcp/http';
import { openStore, type Store } from '@annotate-mcp/store';

import { createAnnotationsToolset } from '../annotations/toolset.ts';
import { AgentSockets } from '../browser/bridge/agent-sockets.ts';
import { Bridge } from '../browser/bridge/bridge.ts';
import { ConnectCode } from '../browser/bridge/connect-code.ts';
import { createBridgeRoutes } from '../browser/bridge/routes.ts';
import { createScriptFetcher } from '../browser/scripts/fetch-script.ts';
import { createBrowserToolset } from '../browser/toolset.ts';
import { systemTimer } from '../idle-timer.ts';
import { createServer } from '../server.ts';
import { createRoutes, type McpRoutes } from '../transports/http.ts';

import { ManualTimer, temporaryFolder } from './http-server.ts';
import { connectExtension, type ExtensionOptions, type ScriptedExtension } from './scripted-extension.ts';

export interface BrowserServer {
  readonly url: string;
  readonly root: string;
  readonly store: Store;
  readonly bridge: Bridge;
  readonly code: ConnectCode;
  /** Used with the option `manualTimer`. */
  readonly timer: ManualTimer;
  /** The current key; `rotate` replaces it. */
  readonly key: () => string;
  readonly rotate: () => void;
  /** All lines that the server logs or shows. */
  readonly log: string[];
  readonly agents: AgentSockets;
  /** How often it was asked to make way for another bridge. */
  readonly madeWay: () => number;
  readonly kept: { bytes: Buffer; mimeType: string }[];
  /** Connects an extension; resolves after the welcome message. */
  readonly extension: (options?: ExtensionOptions) => Promise<ScriptedExtension>;
}

/** Ends with the test. */
export async function startBrowserServer(
  options: { manualTimer?: boolean; shared?: boolean; guard?: Pick<GuardOptions, 'network'> } = {},
): Promise<BrowserServer> {
  const root = temporaryFolder();
  const store = await openStore(undefined, { root });
  const timer = new ManualTimer();
  const log: string[] = [];
  const debug = (line: string) => log.push(line);
  const kept: BrowserServer['kept'] = [];
  let key = randomBytes(32).toString('base64url');
  const bridge = new Bridge({
    version: '0.0.0',
    annotate: { hubPath: '/__annotate', appId: '.', projectId: 'test', projectName: 'test' },
    timer: options.manualTimer === true ? timer.set : systemTimer,
    debug,
  });
  const mcp = await createMcp({ store, root, bridge, kept, debug });
  const code = new ConnectCode(() => undefined);
  const connection = () => ({ url: listener.url, key });
  const clients = (): number => mcp.sessions + agents.size;
  let madeWay = 0;
  const agents: AgentSockets = new AgentSockets({
    browser: bridge,
    version: '1.2.0',
    shared: options.shared ?? false,
    clients,
    onMakeWay: () => {
      madeWay++;
      agents.close();
    },
    debug,
  });
  const routes = createBridgeRoutes({
    bridge,
    version: '0.0.0',
    code,
    connection,
    agents,
    sessions: clients,
  });
  const router = createRouter({
    ...options.guard,
    routes: [...mcp.routes, ...routes],
    onError: (error) => log.push(String(error)),
    extensionIds: [extensionId],
    get token() {
      return key;
    },
  });
  const listener = await listen(router, { port: 0, graceMs: 0 });
  onTestFinished(async () => {
    agents.close();
    bridge.close();
    await mcp.close();
    await listener.close();
    await store.close();
  });
  const extension = async (more: ExtensionOptions = {}) => {
    const connected = await connectExtension(listener.url, more.key ?? key, more);
    await connected.received('welcome');
    return connected;
  };
  return {
    url: listener.url,
    root,
    store,
    bridge,
    code,
    timer,
    key: () => key,
    rotate: () => {
      key = randomBytes(32).toString('base64url');
      bridge.disconnect('key-replaced');
    },
    log,
    kept,
    agents,
    madeWay: () => madeWay,
    extension,
  };
}

interface McpDeps extends Pick<BrowserServer, 'store' | 'root' | 'bridge' | 'kept'> {
  debug: (line: string) => void;
}

function createMcp({ store, root, bridge, kept, debug }: McpDeps): Promise<McpRoutes> {
  const browser = createBrowserToolset({
    browser: bridge,
    fetchScript: createScriptFetcher(),
    keepPicture: async (bytes, mimeType) => `${kept.push({ bytes, mimeType })}.jpg`,
  });
  const toolsets = [createAnnotationsToolset(store), browser];
  return createRoutes((agents) => createServer({ store, agents, toolsets, root, version: '0.0.0', debug }), {
    store,
    debug,
  });
}
