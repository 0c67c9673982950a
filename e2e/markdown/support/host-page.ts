/**
 * An MCP Apps host as small as one can be, in a page: shows the view in a sandboxed frame and notes what it pushes.
 * Tools and resources are asked of the test, which has the real client.
 */
import type { CallToolResult, ReadResourceResult } from '@modelcontextprotocol/client';
import {
  AppBridge,
  type McpUiHostContext,
  PostMessageTransport,
} from '@modelcontextprotocol/ext-apps/app-bridge';

interface HostPage {
  /** Resolves when the view has introduced itself. */
  show(shown: Shown): Promise<void>;
  change(context: McpUiHostContext): Promise<void>;
  /** What the host would hand to the model, in the order it came. */
  readonly messages: string[];
  readonly contexts: string[];
  readonly links: string[];
  readonly displayModes: string[];
}

export interface Shown {
  arguments: Record<string, unknown>;
  result: CallToolResult;
  context: McpUiHostContext;
  /** Pushes are refused, as by hosts that have no such thing. */
  deaf: boolean;
}

declare global {
  interface Window {
    host: HostPage;
    callTool(params: unknown): Promise<CallToolResult>;
    readResource(params: unknown): Promise<ReadResourceResult>;
  }
}

let current: AppBridge | null = null;
const messages: string[] = [];
const contexts: string[] = [];
const links: string[] = [];
const displayModes: string[] = [];

window.host = {
  messages,
  contexts,
  links,
  displayModes,
  change: async (context) => current?.sendHostContextChange(context),
  show: async ({ arguments: input, result, context, deaf }) => {
    document.querySelector('iframe')?.remove();
    await current?.close();
    const frame = document.createElement('iframe');
    frame.setAttribute('sandbox', 'allow-scripts');
    document.body.append(frame);
    const target = frame.contentWindow;
    if (target === null) throw new Error('The frame has no window.');
    const bridge = createBridge(context, deaf);
    bridge.addEventListener('sizechange', ({ height }) => {
      frame.style.height = height === undefined ? '' : `${height}px`;
    });
    current = bridge;
    const initialized = new Promise<void>((resolve) =>
      bridge.addEventListener('initialized', () => resolve()),
    );
    // Connected before the view is there, or its first word is missed.
    await bridge.connect(new PostMessageTransport(target, target));
    frame.src = '/view';
    await initialized;
    await bridge.sendToolInput({ arguments: input });
    await bridge.sendToolResult(result);
  },
};

function createBridge(hostContext: McpUiHostContext, deaf: boolean): AppBridge {
  const pushes = deaf ? {} : { updateModelContext: { text: {} }, message: { text: {} } };
  const bridge = new AppBridge(
    null,
    { name: 'test-host', version: '1' },
    { openLinks: {}, serverTools: {}, serverResources: {}, ...pushes },
    { hostContext },
  );
  bridge.oncalltool = (params) => window.callTool(params);
  bridge.onreadresource = (params) => window.readResource(params);
  bridge.onopenlink = async ({ url }) => {
    links.push(url);
    return {};
  };
  bridge.onrequestdisplaymode = async ({ mode }) => {
    displayModes.push(mode);
    await bridge.sendHostContextChange({ displayMode: mode });
    return { mode };
  };
  if (!deaf) hear(bridge);
  return bridge;
}

function hear(bridge: AppBridge): void {
  bridge.onmessage = async ({ content }) => {
    messages.push(textOf(content));
    return {};
  };
  bridge.onupdatemodelcontext = async ({ content }) => {
    contexts.push(textOf(content ?? []));
    return {};
  };
}

function textOf(content: readonly { type: string; text?: unknown }[]): string {
  return content.map(({ text }) => (typeof text === 'string' ? text : '')).join('\n');
}
