/** The browser tools of a stdio server. Nothing of the bridge is loaded or started before a tool is called. */
import { type Browser, type BrowserDeps, createBrowserToolset } from '@annotate-mcp/mcp-server/browser-tools';
import type { RemoteBrowser } from '@annotate-mcp/mcp-server/remote-browser';

import type { SharedBridge } from '../bridge/spawn-bridge.ts';
import { version } from '../version.ts';

export interface StdioBrowserOptions {
  /** Where pictures are kept that are attached to annotations. */
  readonly root: string;
  /** What a bridge is started with that this process has to start. */
  readonly bridge: SharedBridge;
}

export function createStdioBrowser({ root, bridge }: StdioBrowserOptions) {
  let remote: Promise<RemoteBrowser> | null = null;
  const browser: Browser = {
    run: async (type, params, call) => (await (remote ??= connect(bridge))).run(type, params, call),
  };
  const load = async (): Promise<Omit<BrowserDeps, 'browser'>> => {
    const { createBrowserDeps } = await import('../browser/browser-deps.ts');
    return createBrowserDeps({ root, allowPrivateScripts: false });
  };
  return {
    toolset: createBrowserToolset({
      browser,
      fetchScript: async (url, signal) => (await load()).fetchScript(url, signal),
      keepPicture: async (bytes, mimeType) => (await load()).keepPicture(bytes, mimeType),
    }),
    /** Leaves the bridge, which ends with its last client. */
    close: async () => (await remote)?.close(),
  };
}

async function connect(bridge: SharedBridge): Promise<RemoteBrowser> {
  const [remote, find] = await Promise.all([
    import('@annotate-mcp/mcp-server/remote-browser'),
    import('../bridge/find-bridge.ts'),
  ]);
  return new remote.RemoteBrowser({ version, findBridge: () => find.findOrStartBridge(bridge) });
}
