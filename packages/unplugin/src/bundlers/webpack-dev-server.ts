/** webpack-dev-server, which `webpack serve` and `rspack serve` start with the settings of the compiler. */
import type { AttachableServer } from '@annotate-mcp/hub';

import { attachHub, type DevSession } from './dev-session.ts';

/** The parts of the compilers of webpack and Rspack that are used here. */
export interface DevCompiler {
  readonly context: string;
  readonly options: {
    readonly mode?: string | undefined;
    readonly target?: unknown;
    devServer?: DevServerSettings | false | undefined;
  };
  readonly hooks: {
    readonly watchRun: { tapPromise(name: string, run: () => Promise<void>): void };
    readonly shutdown: { tapPromise(name: string, run: () => Promise<void>): void };
  };
  getInfrastructureLogger(name: string): DevCompilerLog;
}

interface DevCompilerLog {
  info(line: string): void;
  error(line: string): void;
}

interface DevServerSettings {
  allowedHosts?: string | readonly string[] | undefined;
  setupMiddlewares?: ((middlewares: unknown[], devServer: RunningDevServer) => unknown[]) | undefined;
}

interface RunningDevServer {
  readonly server?: AttachableServer | null | undefined;
}

/** Starts the session when the compiler watches, and attaches its hub to the dev server if there is one. */
export function attachToDevServer(compiler: DevCompiler, session: DevSession): void {
  const { context, options, hooks } = compiler;
  // webpack without a mode builds for production.
  if (options.mode === undefined || options.mode === 'production') return;
  const log = compiler.getInfrastructureLogger('annotate');
  let attaching: Promise<unknown> | undefined;

  const settings = devServerSettings(options);
  const { setupMiddlewares = (middlewares: unknown[]) => middlewares } = settings;
  settings.setupMiddlewares = (middlewares, devServer) => {
    session.start(context, log);
    const facts = { root: context, base: '/', allowedHosts: allowedHostsOf(settings) };
    attaching = attachHub(session, devServer.server ?? null, facts, log);
    return [...session.middlewares, ...setupMiddlewares(middlewares, devServer)];
  };
  hooks.watchRun.tapPromise('annotate', async () => {
    session.start(context, log);
    await attaching;
  });
  hooks.shutdown.tapPromise('annotate', session.close);
}

/** The settings with which the dev server is started later. */
function devServerSettings(options: DevCompiler['options']): DevServerSettings {
  if (typeof options.devServer === 'object') return options.devServer;
  const settings: DevServerSettings = {};
  // One for a compiler of server code would make webpack-cli start a second dev server.
  if (options.devServer === undefined && !String(options.target).includes('node'))
    options.devServer = settings;
  return settings;
}

function allowedHostsOf({ allowedHosts }: DevServerSettings): readonly string[] | true {
  if (allowedHosts === 'all') return true;
  if (allowedHosts === undefined || allowedHosts === 'auto') return [];
  return typeof allowedHosts === 'string' ? [allowedHosts] : allowedHosts;
}
