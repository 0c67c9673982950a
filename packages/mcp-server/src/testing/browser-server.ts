/** MCP and the bridge on one real socket, as `annotate-mcp serve` puts them together. */
import { randomBytes } from 'node:crypto';

import { onTestFinished } from 'vitest';

import { extensionId } from '@annotate-mcp/browser-protocol';
import { createRouter, type GuardOptions, listen } from '@annotate-mcp/http';
import { openStore, type Store } from '@annotate-mcp/store';

import { createAnnotationsToolset } from '../annotations/toolset.ts';
import { Bridge } from '../browser/bridge/bridge.ts';
import { ConnectCode } from '../browser/bridge/connect-code.ts';
import { createBridgeRoutes } from '../browser/bridge/routes.ts';
import { createScriptFetcher } from '../browser/scripts/fetch-script.ts';
import { createBrowserToolset } from '../browser/toolset.ts';
import { systemTimer } from '../idle-timer.ts';
import { createServer } from '../server.ts';
import { createRoutes } from '../transports/http.ts';

import { HandTimer, temporaryFolder } from './http-server.ts';
import { connectExtension, type ExtensionOptions, type ScriptedExtension } from './scripted-extension.ts';

export interface BrowserServer {
  readonly url: string;
  readonly root: string;
  readonly store: Store;
  readonly bridge: Bridge;
  readonly code: ConnectCode;
  /** What a test with `handTimer` lets pass. */
  readonly timer: HandTimer;
  /** As it is now; `rotate` replaces it. */
  readonly key: () => string;
  readonly rotate: () => void;
  /** Everything the server would log or show. */
  readonly log: string[];
  readonly kept: { bytes: Buffer; mimeType: string }[];
  /** Resolves when it was welcomed. */
  readonly extension: (options?: ExtensionOptions) => Promise<ScriptedExtension>;
}

/** Ends with the test. */
export async function startBrowserServer(
  options: { handTimer?: boolean; guard?: Pick<GuardOptions, 'network'> } = {},
): Promise<BrowserServer> {
  const root = temporaryFolder();
  const store = await openStore(undefined, { root });
  const timer = new HandTimer();
  const log: string[] = [];
  const debug = (line: string) => log.push(line);
  const kept: BrowserServer['kept'] = [];
  let key = randomBytes(32).toString('base64url');
  const bridge = new Bridge({
    version: '0.0.0',
    annotate: { hubPath: '/__annotate', appId: '.', projectId: 'test', projectName: 'test' },
    timer: options.handTimer === true ? timer.set : systemTimer,
    debug,
  });
  const browser = createBrowserToolset({
    browser: bridge,
    fetchScript: createScriptFetcher(),
    keepPicture: async (bytes: Buffer, mimeType: string) => `${kept.push({ bytes, mimeType })}.jpg`,
  });
  const toolsets = [createAnnotationsToolset(store), browser];
  const mcp = await createRoutes(
    (agents) => createServer({ store, agents, toolsets, root, version: '0.0.0', debug }),
    { store, debug },
  );
  const code = new ConnectCode(() => undefined);
  const connection = () => ({ url: listener.url, key });
  const routes = createBridgeRoutes({
    bridge,
    version: '0.0.0',
    code,
    connection,
    sessions: () => mcp.sessions,
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
    bridge.close();
    await mcp.close();
    await listener.close();
    await store.close();
  });
  const extension = async (more: ExtensionOptions = {}) => {
    const connected = await connectExtension(listener.url, more.key ?? key, more);
    await connected.heard('welcome');
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
      bridge.expel('key-replaced');
    },
    log,
    kept,
    extension,
  };
}
