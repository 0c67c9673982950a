/** webpack-dev-server, which `webpack serve` and `rspack serve` start with the settings of the compiler. */
import { readFile } from 'node:fs/promises';

import { isRecord } from '@annotate-mcp/core';
import type { AttachableServer } from '@annotate-mcp/hub';

import { findComponents } from '../manifest/find-components.ts';

import { attachHub, type DevSession } from './dev-session.ts';
import { addToVueLoader } from './vue-loader.ts';

/** The parts of a compiler that tell which modules an app has. */
interface ModuleCompiler {
  readonly hooks: {
    readonly compilation: { tap(name: string, run: (compilation: ModuleCompilation) => void): void };
  };
}

interface ModuleCompilation {
  readonly hooks: {
    readonly finishModules: {
      tapPromise(name: string, run: (modules: Iterable<unknown>) => Promise<void>): void;
    };
  };
}

/** The parts of the compilers of webpack and Rspack that are used here. */
export interface DevCompiler {
  readonly context: string;
  readonly options: {
    readonly mode?: string | undefined;
    readonly target?: unknown;
    readonly module: { readonly rules: unknown };
    readonly plugins?: readonly unknown[] | undefined;
    devServer?: DevServerSettings | false | undefined;
  };
  readonly hooks: ModuleCompiler['hooks'] & {
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
  let adding: Promise<void> | undefined;

  const settings = devServerSettings(options);
  const { setupMiddlewares } = settings;
  const { edge } = session;
  const startServing = (devServer: RunningDevServer) => {
    session.start(context, log);
    const facts = { root: context, base: '/', allowedHosts: allowedHostsOf(settings) };
    attachHub(session, devServer.server ?? null, facts, log);
    return session.middlewares;
  };
  settings.setupMiddlewares = (middlewares, devServer) => {
    const own = edge.run(
      'all',
      () => startServing(devServer),
      () => [],
    );
    return [...own, ...(setupMiddlewares?.(middlewares, devServer) ?? middlewares)];
  };
  const startWatching = async () => {
    session.start(context, log);
    await (adding ??= addToVueLoader(options.module.rules, session));
  };
  hooks.watchRun.tapPromise(
    'annotate',
    edge.guard('lines', startWatching, () => undefined),
  );
  listCachedModules(compiler, session);
  hooks.shutdown.tapPromise('annotate', session.close);
}

/** The settings with which the dev server is started later. */
function devServerSettings(options: DevCompiler['options']): DevServerSettings {
  const plugin = options.plugins?.find(isDevServerPlugin);
  if (plugin !== undefined) return plugin.options;
  if (typeof options.devServer === 'object') return options.devServer;
  const settings: DevServerSettings = {};
  // webpack-cli starts a dev server for every compiler with settings, so only that of the pages may get some.
  const isForPages = !/node|worker|electron/.test(String(options.target));
  if (options.devServer === undefined && isForPages) options.devServer = settings;
  return settings;
}

/** Since version 6 the dev server is a plugin, which has its own copy of the settings. */
function isDevServerPlugin(plugin: unknown): plugin is { options: DevServerSettings } {
  return (
    isRecord(plugin) &&
    'setupMiddlewares' in plugin &&
    'apply' in plugin &&
    typeof plugin.options === 'object'
  );
}

function allowedHostsOf({ allowedHosts }: DevServerSettings): readonly string[] | true {
  if (allowedHosts === 'all') return true;
  if (allowedHosts === undefined || allowedHosts === 'auto') return [];
  return typeof allowedHosts === 'string' ? [allowedHosts] : allowedHosts;
}

/** Adds modules to the manifest that came from the bundler's cache on the disk: they are not transformed again. */
function listCachedModules({ hooks }: ModuleCompiler, { edge, project, registry }: DevSession): void {
  const list = async (module: unknown): Promise<void> => {
    const file = fileOf(module);
    const path = file === null ? null : (project()?.pathOf(file) ?? null);
    if (file === null || path === null || registry.has(path)) return;
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) registry.set(path, findComponents(path, text));
  };
  const listWhenFinished = (compilation: ModuleCompilation) => {
    const listAll = async (modules: Iterable<unknown>) => {
      await Promise.all([...modules].map(list));
    };
    compilation.hooks.finishModules.tapPromise(
      'annotate',
      edge.guard('components', listAll, () => undefined),
    );
  };
  hooks.compilation.tap(
    'annotate',
    edge.guard('components', listWhenFinished, () => undefined),
  );
}

function fileOf(module: unknown): string | null {
  const file = typeof module === 'object' && module !== null && 'resource' in module ? module.resource : null;
  const isOwn = typeof file === 'string' && ownModules.test(file) && !/[\\/]node_modules[\\/]/.test(file);
  return isOwn ? file : null;
}

const ownModules = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/;
