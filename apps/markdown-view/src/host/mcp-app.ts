/** The host for a frame of an MCP host, which passes calls on to the server. */
import type { Transport } from '@modelcontextprotocol/client';
import { App, type McpUiHostContext } from '@modelcontextprotocol/ext-apps';

import { answerOf, openedOf } from './tool-answer.ts';
import { noInsets, type OpenedView, type Push, type HostContext, type ViewHost } from './view-host.ts';

/** A poll waits up to 25 s on the server; hosts and networks add some time. */
const callTimeout = 45_000;
/** For the call that tells the server that the view is closed. */
const lastCallTimeout = 1_000;
/** Pixels, when the host sets no limit: about a page of text, so that the conversation stays visible. */
const inlineHeight = 640;

/** Without `transport` it talks to the window around the frame. */
export async function connectApp(version: string, transport?: Transport): Promise<ViewHost> {
  const app = new App(
    { name: 'annotate-mcp', version },
    { availableDisplayModes: ['inline', 'fullscreen'] },
    // The view scrolls its text itself, so its height is not the height of the text.
    { autoResize: false },
  );
  let leave = async (): Promise<void> => undefined;
  let end = async (): Promise<void> => undefined;
  let listener: (context: HostContext) => void = () => undefined;
  const opened = openedBy(app);
  app.addEventListener('hostcontextchanged', () => {
    reportHeight(app);
    listener(contextOf(app.getHostContext()));
  });
  app.onteardown = async () => {
    await leave();
    // A host that answers no calls any more does not wait for this one.
    await Promise.race([end(), new Promise((resolve) => setTimeout(resolve, lastCallTimeout))]);
    return {};
  };
  await app.connect(transport);
  reportHeight(app);
  const host: ViewHost = {
    kind: 'app',
    opened,
    call: async (name, args, signal) =>
      answerOf(
        await app.callServerTool(
          { name, arguments: { ...args } },
          { timeout: callTimeout, ...(signal && { signal }) },
        ),
      ),
    read: (uri) => readText(app, uri),
    get context() {
      return contextOf(app.getHostContext());
    },
    onContext: (next) => (listener = next),
    push: pushBy(app),
    openLink: (url) => void app.openLink({ url }).catch(() => undefined),
    display: { toggleFullscreen: () => void toggleFullscreen(app) },
    close: () => void app.requestTeardown(),
    onLeave: (flush) => (leave = flush),
    onClose: (next) => (end = next),
    // A frame passes all calls on, and each call names its view.
    forView: () => host,
  };
  return host;
}

/** Called even when the host does not declare these capabilities, because some hosts take them anyway. */
function pushBy(app: App): Push {
  return {
    takesMessages: app.getHostCapabilities()?.message !== undefined,
    async context(text) {
      await app.updateModelContext({ content: [{ type: 'text', text }] });
    },
    async message(text) {
      const { isError } = await app.sendMessage({ role: 'user', content: [{ type: 'text', text }] });
      if (isError === true) throw new Error('The host did not take the message.');
    },
  };
}

/** Call it before `connect`: the host may send both events as soon as it is connected. */
function openedBy(app: App): Promise<OpenedView> {
  let path: string | null = null;
  app.addEventListener('toolinput', ({ arguments: args }) => {
    if (typeof args?.path === 'string') path = args.path;
  });
  return new Promise((resolve, reject) => {
    app.addEventListener('toolresult', (result) => {
      try {
        const view = openedOf(answerOf(result), path);
        if (view) resolve(view);
        else reject(new Error(tokenMissing));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    app.addEventListener('toolcancelled', ({ reason }) =>
      reject(new Error(`Opening the file was cancelled${reason ? `: ${reason}` : '.'}`)),
    );
  });
}

const tokenMissing =
  'This host does not give the view the token that it needs to call the server. Ask your agent for the address of the review in the browser, or run "npx annotate-mcp review FILE".';

function contextOf(context: McpUiHostContext | undefined): HostContext {
  const fullscreen = context?.displayMode === 'fullscreen';
  return {
    theme: context?.theme ?? null,
    fullscreen,
    canFullscreen: context?.availableDisplayModes?.includes('fullscreen') ?? false,
    safeArea: context?.safeAreaInsets ?? noInsets,
    height: fullscreen ? null : heightOf(context),
  };
}

/** The view fills a frame of fixed height; from a host with a flexible frame it asks for a limited height. */
function heightOf(context: McpUiHostContext | undefined): number | null {
  const size = context?.containerDimensions;
  if (size && 'height' in size) return null;
  return Math.min(size?.maxHeight ?? inlineHeight, inlineHeight);
}

function reportHeight(app: App): void {
  const { height } = contextOf(app.getHostContext());
  // A host that does not answer chooses the height, and the view fills it.
  if (height !== null) void app.sendSizeChanged({ height }).catch(() => undefined);
}

async function toggleFullscreen(app: App): Promise<void> {
  const mode = app.getHostContext()?.displayMode === 'fullscreen' ? 'inline' : 'fullscreen';
  // When the host refuses, the display mode stays as it is.
  await app.requestDisplayMode({ mode }).catch(() => undefined);
}

async function readText(app: App, uri: string): Promise<string> {
  const { contents } = await app.readServerResource({ uri });
  const [first] = contents;
  if (first && 'text' in first) return first.text;
  throw new Error(`${uri} has no text.`);
}
