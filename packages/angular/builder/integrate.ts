import { networkInterfaces } from 'node:os';
import { posix, resolve } from 'node:path';
import { styleText } from 'node:util';

import type { BuilderContext } from '@angular-devkit/architect';
import type { DevServerBuilderOutput } from '@angular/build';

import type { Manifest } from '@annotate-mcp/core';
import type { HubOptions, Middleware } from '@annotate-mcp/hub';
import {
  createEdge,
  deferHub,
  type DeferredHub,
  type Edge,
  findProjectRoot,
  networkToken,
  overlaySettings,
  requireSqlite,
  startHint,
  startHub,
} from '@annotate-mcp/hub/integration';

import type { BuildTarget } from './build-target.ts';
import { contextWith } from './context-with.ts';
import { attachWhenListening } from './listening-server.ts';
import { createManifest } from './manifest/manifest.ts';
import type { BuildPlugin } from './manifest/program.ts';
import type { AnnotateOptions, DevServerOptions } from './options.ts';
import { type Project, readProject } from './project.ts';
import { startTemplateLocations } from './template-locations.ts';
import type { WorkspacePackages } from './workspace-packages.ts';

/** What Angular's dev server has to be started with so that its pages can be annotated. */
export interface Integration {
  readonly context: BuilderContext;
  readonly extensions: { readonly middleware: Middleware[]; readonly buildPlugins: BuildPlugin[] };
  /** Prints the announcement once, with the first output that has an address. */
  readonly announce: (output: DevServerBuilderOutput) => void;
  /** Closes the sockets of the pages. A second call does nothing. */
  readonly close: () => Promise<void>;
}

type Options = DevServerOptions & { annotate: AnnotateOptions };

/** `null`, with a warning in the terminal, when the app has to be served without annotate. */
export async function integrate(
  options: Options,
  context: BuilderContext,
  target: BuildTarget,
  packages: WorkspacePackages,
  nodeVersion = process.versions.node,
): Promise<Integration | null> {
  let root: string | null = null;
  const edge = createEdge({ logError: (line) => context.logger.warn(line), root: () => root });
  const open = async (): Promise<Integration | null> => {
    requireSqlite(nodeVersion);
    root = findProjectRoot({ root: options.annotate.root, cwd: context.workspaceRoot });
    edge.begin();
    return start(options, context, target, { packages, root, edge });
  };
  return edge.run('all', open, () => null);
}

interface StartDeps {
  readonly packages: WorkspacePackages;
  /** The project root. */
  readonly root: string;
  readonly edge: Edge;
}

async function start(
  options: Options,
  context: BuilderContext,
  target: BuildTarget,
  { packages, root, edge }: StartDeps,
): Promise<Integration> {
  const { annotate } = options;
  const project = await readProject(context, root);
  // Angular's compiler writes file names relative to the working directory.
  process.chdir(context.workspaceRoot);

  const onError = (error: unknown) => context.logger.error(`annotate: ${describeError(error)}`);
  let hub: DeferredHub | null = null;
  const onChange = () => hub?.manifestChanged();
  const { plugin, manifest } = createManifest(project, packages.typescript, onChange, onError);
  const settings = hubSettings(options, target, project, manifest, onError);
  const opened = deferHub({
    base: settings.base,
    anyBase: settings.anyBase,
    served: target.assets.map(({ folder, at }) => ({
      folders: [resolve(context.workspaceRoot, folder)],
      base: posix.join('/', settings.base ?? '', at),
    })),
    open: () => startHub({ store: annotate.store, ...settings }),
    edge,
  });
  hub = opened;
  const { middleware, stop } = attachWhenListening(opened, edge);
  const locations = await edge.run(
    'templateLines',
    () => startTemplateLocations(context, target.tsConfig, packages),
    () => ({ context, stop: () => undefined }),
  );
  const closeAll = async (): Promise<void> => {
    stop();
    locations.stop();
    await opened.close();
  };
  const close = edge.guard('all', closeAll, () => undefined);
  return {
    context: withCloseBeforeTeardown(locations.context, close),
    extensions: { middleware: [middleware], buildPlugins: [guardBuildPlugin(plugin, edge)] },
    announce: edge.guard('hints', announceOnce(options, context), () => undefined),
    close,
  };
}

/** Angular ends every connection when it stops, so pages have to be told before that the server closes. */
function withCloseBeforeTeardown(context: BuilderContext, close: () => Promise<void>): BuilderContext {
  return contextWith(context, {
    addTeardown: (teardown) =>
      context.addTeardown(async () => {
        // Angular has to stop even when the hub cannot be closed.
        await Promise.allSettled([close()]);
        await teardown();
      }),
  });
}

/** esbuild ends the build with an error when a callback throws. */
function guardBuildPlugin({ name, setup }: BuildPlugin, edge: Edge): BuildPlugin {
  const guarded: BuildPlugin['setup'] = (build) =>
    setup({
      ...build,
      onEnd: (call) => build.onEnd(edge.guard('components', call, () => null)),
      onDispose: (call) => build.onDispose(edge.guard('components', call, () => undefined)),
    });
  return { name, setup: edge.guard('components', guarded, () => undefined) };
}

function announceOnce({ annotate, host = 'localhost' }: Options, { logger }: BuilderContext) {
  let isAnnounced = false;
  return ({ success, baseUrl }: DevServerBuilderOutput): void => {
    if (isAnnounced || !success || baseUrl === '') return;
    isAnnounced = true;
    for (const line of announcement(annotate, baseUrl, host)) logger.info(line);
  };
}

function hubSettings(
  options: DevServerOptions,
  target: BuildTarget,
  project: Project,
  manifest: () => Manifest,
  onError: (error: unknown) => void,
): Omit<HubOptions, 'store'> {
  const { annotate = {}, servePath } = options;
  const { network, allowedOrigins } = annotate;
  return {
    projectRoot: project.root,
    appRoot: project.appRoot,
    sourceRoot: project.workspaceRoot,
    base: servePath ?? target.baseHref ?? '/',
    // The page looks for the hub below its own <base>, which may differ from the path it is served at.
    anyBase: true,
    overlay: overlaySettings(annotate),
    guard: { allowedHosts: allowedHostsOf(options), network, token: networkToken(annotate), allowedOrigins },
    manifest,
    onError,
  };
}

/** The host names that the dev server answers to. The guard itself decides about IP addresses. */
function allowedHostsOf({ allowedHosts, host }: DevServerOptions): readonly string[] | true {
  if (allowedHosts === true) return true;
  const listed = Array.isArray(allowedHosts) ? allowedHosts : [];
  return host === undefined ? listed : [...listed, host];
}

/** The lines printed below the URLs, in the same style: how to start, and the link for other machines. */
export function announcement(options: AnnotateOptions, localUrl: string, host: string): string[] {
  const lines = [startHint(options.keys?.inspect)];
  if (options.network === true) lines.push(describeAccess(options, networkUrl(localUrl, host)));
  return lines.map(
    (text) => `  ${styleText('green', '➜')}  ${styleText('bold', 'Annotate')}: ${styleText('dim', text)}`,
  );
}

function describeAccess(options: AnnotateOptions, url: string | null): string {
  if (url === null) return 'other machines cannot reach this server: start it with --host 0.0.0.0';
  return `on other machines, open ${url}__annotate?apiKey=${encodeURIComponent(networkToken(options) ?? '')}`;
}

/** The address for other machines, with a final slash; `null` when they cannot reach this host. */
function networkUrl(localUrl: string, host: string): string | null {
  const url = new URL(localUrl);
  // A servePath may have no final slash.
  url.pathname = url.pathname.replace(/\/?$/, '/');
  if (!isWildcard(host)) return isLoopback(host) ? null : url.href;
  const address = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (address === undefined) return null;
  url.hostname = address;
  return url.href;
}

function isWildcard(host: string): boolean {
  return ['0.0.0.0', '::', '0000:0000:0000:0000:0000:0000:0000:0000'].includes(host);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'hint' in error && typeof error.hint === 'string' ? `${error.message} ${error.hint}` : error.message;
}
