import { posix, resolve } from 'node:path';

import type { BuilderContext } from '@angular-devkit/architect';
import type { DevServerBuilderOutput } from '@angular/build';

import type { AttachableServer, Middleware } from '@annotate-mcp/hub';
import {
  createEdge,
  deferHub,
  type DeferredHub,
  type Edge,
  findProjectRoot,
  requireSqlite,
  startHub,
} from '@annotate-mcp/hub/integration';

import { announcement } from './announce.ts';
import type { BuildTarget } from './build-target.ts';
import { contextWith } from './context-with.ts';
import { hubSettings } from './hub-settings.ts';
import { whenListening } from './listening-server.ts';
import { createManifest } from './manifest/manifest.ts';
import type { BuildPlugin } from './manifest/program.ts';
import type { AnnotateOptions, DevServerOptions } from './options.ts';
import { readProject } from './project.ts';
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

/** Attaches the hub to the dev server when that starts to listen. If it is not found, the middleware serves requests. */
function attachWhenListening(hub: DeferredHub, edge: Edge): { middleware: Middleware; stop: () => void } {
  let detach: (() => void) | null = null;
  const middleware = edge.guardMiddleware('all', (request, response, next) => {
    if (detach === null) hub.middleware(request, response, next);
    else next();
  });
  const attachTo = (server: AttachableServer): void => {
    detach?.();
    detach = hub.attach(server);
    hub.openSoon();
  };
  // Node ends the process when a subscriber throws.
  const stop = whenListening(
    middleware,
    edge.guard('all', attachTo, () => undefined),
  );
  return { middleware, stop };
}

function announceOnce({ annotate, host = 'localhost' }: Options, { logger }: BuilderContext) {
  let isAnnounced = false;
  return ({ success, baseUrl }: DevServerBuilderOutput): void => {
    if (isAnnounced || !success || baseUrl === '') return;
    isAnnounced = true;
    for (const line of announcement(annotate, baseUrl, host)) logger.info(line);
  };
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'hint' in error && typeof error.hint === 'string' ? `${error.message} ${error.hint}` : error.message;
}
