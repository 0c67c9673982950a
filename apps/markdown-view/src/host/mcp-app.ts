/** An MCP host that shows the view in a frame and passes calls on. */
import type { Transport } from '@modelcontextprotocol/client';
import { App, type McpUiHostContext } from '@modelcontextprotocol/ext-apps';

import { answerOf, openedOf } from './tool-answer.ts';
import { noInsets, type OpenedView, type Push, type Surroundings, type ViewHost } from './view-host.ts';

/** A poll waits up to 25 s on the server; hosts and networks add to that. */
const callTimeout = 45_000;
/** Where a host sets no limit: enough for a page of text, and the conversation stays in sight. */
const inlineHeight = 640;

/** `transport` is the window around the frame unless given. */
export async function connectApp(version: string, transport?: Transport): Promise<ViewHost> {
  const app = new App(
    { name: 'annotate-mcp', version },
    { availableDisplayModes: ['inline', 'fullscreen'] },
    // Our height is a window onto the text, not the height of the text.
    { autoResize: false },
  );
  let leave = async (): Promise<void> => undefined;
  let listener: (surroundings: Surroundings) => void = () => undefined;
  const opened = openedBy(app);
  app.addEventListener('hostcontextchanged', () => {
    reportHeight(app);
    listener(surroundingsOf(app.getHostContext()));
  });
  app.onteardown = async () => {
    await leave();
    return {};
  };
  await app.connect(transport);
  reportHeight(app);
  return {
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
    get surroundings() {
      return surroundingsOf(app.getHostContext());
    },
    onSurroundings: (next) => (listener = next),
    push: pushBy(app),
    openLink: (url) => void app.openLink({ url }).catch(() => undefined),
    display: { toggleFullscreen: () => void toggleFullscreen(app) },
    close: () => void app.requestTeardown(),
    onLeave: (flush) => (leave = flush),
  };
}

/** Asked even where a host does not say that it would take it: some do all the same. */
function pushBy(app: App): Push {
  return {
    speaks: app.getHostCapabilities()?.message !== undefined,
    async context(text) {
      await app.updateModelContext({ content: [{ type: 'text', text }] });
    },
    async message(text) {
      const { isError } = await app.sendMessage({ role: 'user', content: [{ type: 'text', text }] });
      if (isError === true) throw new Error('The host did not take the message.');
    },
  };
}

/** Set before `connect`: the host may send both as soon as it has heard of us. */
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
        else reject(new Error(withheld));
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    app.addEventListener('toolcancelled', ({ reason }) =>
      reject(new Error(`Opening the file was cancelled${reason ? `: ${reason}` : '.'}`)),
    );
  });
}

const withheld =
  'This host keeps from the view what it needs to talk to the server. Ask your agent for the address of the review in the browser, or run "npx annotate-mcp review FILE".';

function surroundingsOf(context: McpUiHostContext | undefined): Surroundings {
  const fullscreen = context?.displayMode === 'fullscreen';
  return {
    theme: context?.theme ?? null,
    fullscreen,
    canFullscreen: context?.availableDisplayModes?.includes('fullscreen') ?? false,
    safeArea: context?.safeAreaInsets ?? noInsets,
    height: fullscreen ? null : heightOf(context),
  };
}

/** A host with a fixed frame is filled; one that grows with us is asked for a window of bearable height. */
function heightOf(context: McpUiHostContext | undefined): number | null {
  const size = context?.containerDimensions;
  if (size && 'height' in size) return null;
  return Math.min(size?.maxHeight ?? inlineHeight, inlineHeight);
}

function reportHeight(app: App): void {
  const { height } = surroundingsOf(app.getHostContext());
  // A host that never answers shows the frame as it likes; the view fills what it gets.
  if (height !== null) void app.sendSizeChanged({ height }).catch(() => undefined);
}

async function toggleFullscreen(app: App): Promise<void> {
  const mode = app.getHostContext()?.displayMode === 'fullscreen' ? 'inline' : 'fullscreen';
  // Refused or unknown: everything stays as it is, which is what the person sees.
  await app.requestDisplayMode({ mode }).catch(() => undefined);
}

async function readText(app: App, uri: string): Promise<string> {
  const { contents } = await app.readServerResource({ uri });
  const [first] = contents;
  if (first && 'text' in first) return first.text;
  throw new Error(`${uri} has no text.`);
}
