import type { IncomingMessage, ServerResponse } from 'node:http';

import { createFarmPlugin } from 'unplugin';

import type { AttachableServer } from '@annotate-mcp/hub';

import { devPlugins } from './bundlers/dev-plugins.ts';
import { attachHub, type DevLog, type DevSession } from './bundlers/dev-session.ts';
import type { AnnotateOptions } from './options.ts';

export type { AnnotateOptions } from './options.ts';

/** Lets people annotate the app in `farm start`. A build contains nothing of it. */
export const annotate: (options?: AnnotateOptions) => { name: string }[] = createFarmPlugin<
  AnnotateOptions | undefined,
  true
>((options = {}) =>
  devPlugins(options, (session) => ({
    farm: session.edge.guardHooks('all', {
      configureDevServer: (devServer: FarmServer) => attachToFarm(devServer, session),
    }),
  })),
);

/** The parts of Farm's dev server that are used here. */
interface FarmServer {
  readonly server?: FarmHttpServer;
  readonly logger: DevLog;
  readonly config: { readonly allowedHosts?: readonly string[] };
  getCompiler(): { readonly config: { readonly config: { readonly root: string } } };
}

type FarmHttpServer = AttachableServer & {
  removeAllListeners(event: 'request'): unknown;
};

/** Farm calls it before it compiles. */
function attachToFarm(devServer: FarmServer, session: DevSession): void {
  const { server, logger, config } = devServer;
  if (server === undefined) return;
  const { root } = devServer.getCompiler().config.config;
  session.start(root, logger);
  handleBefore(server, session);
  attachHub(session, server, { root, base: '/', allowedHosts: config.allowedHosts ?? [] }, logger);
}

/** Farm's own handlers are already listening, and have no list that another could be put in front of. */
function handleBefore(server: FarmHttpServer, { edge, middlewares }: DevSession): void {
  const handlers = server.listeners('request');
  const guarded = edge.guardMiddleware('all', (request, response, next) => {
    const runFrom = (at: number): void => {
      const middleware = middlewares[at];
      if (middleware !== undefined) middleware(request, response, () => runFrom(at + 1));
      else next();
    };
    runFrom(0);
  });
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) =>
    guarded(request, response, () => {
      for (const handle of handlers) handle.call(server, request, response);
    }),
  );
}
