import { createRsbuildPlugin, type RsbuildPlugin } from 'unplugin';

import type { AttachableServer, Middleware } from '@annotate-mcp/hub';

import { devPlugins } from './bundlers/dev-plugins.ts';
import { attachHub, type DevLog, type DevSession } from './bundlers/dev-session.ts';
import { mdxTransform } from './bundlers/mdx.ts';
import { addToVueLoader } from './bundlers/vue-loader.ts';
import type { AnnotateOptions } from './options.ts';

export type { AnnotateOptions } from './options.ts';

/** Lets people annotate the app in `rsbuild dev`. A build contains nothing of it. */
export const annotate: (options?: AnnotateOptions) => RsbuildPlugin[] = createRsbuildPlugin<
  AnnotateOptions | undefined,
  true
>((options = {}) =>
  devPlugins(
    options,
    (session) => ({
      rsbuild: session.edge.guardHooks('all', { setup: (api: RsbuildApi) => attachToRsbuild(api, session) }),
    }),
    [mdxTransform],
  ),
);

/** The parts of the API for Rsbuild's plugins that are used here. */
interface RsbuildApi {
  readonly context: { readonly rootPath: string; readonly action?: string };
  readonly logger: DevLog;
  getNormalizedConfig(): {
    readonly mode: string;
    readonly server: { readonly allowedHosts?: readonly string[] | true | undefined };
  };
  modifyRspackConfig(
    modify: (config: { readonly module?: { readonly rules?: unknown } }) => Promise<void>,
  ): void;
  onBeforeStartDevServer(run: (parts: { readonly server: RsbuildServer }) => void): void;
}

interface RsbuildServer {
  readonly httpServer: AttachableServer | null;
  readonly middlewares: { use(middleware: Middleware): unknown };
}

function attachToRsbuild(api: RsbuildApi, session: DevSession): void {
  const { edge } = session;
  const addLines = async (config: { readonly module?: { readonly rules?: unknown } }) => {
    if (api.context.action === 'dev') await addToVueLoader(config.module?.rules, session);
  };
  api.modifyRspackConfig(edge.guard('vueLines', addLines, () => undefined));
  const serve = ({ server }: { readonly server: RsbuildServer }) => {
    const { mode, server: settings } = api.getNormalizedConfig();
    if (mode === 'production') return;
    const { rootPath } = api.context;
    session.start(rootPath, api.logger);
    for (const middleware of session.middlewares) server.middlewares.use(middleware);
    // Rsbuild's default is `true`, which no person has chosen.
    const allowedHosts = typeof settings.allowedHosts === 'object' ? settings.allowedHosts : [];
    const facts = { root: rootPath, base: '/', allowedHosts };
    const hub = attachHub(session, server.httpServer, facts, api.logger);
    // In middleware mode the hub finds the server of the app with the first request.
    if (hub !== null && server.httpServer === null) server.middlewares.use(hub.middleware);
  };
  api.onBeforeStartDevServer(edge.guard('all', serve, () => undefined));
}
