import type { BuilderContext } from '@angular-devkit/architect';
import type { DevServerBuilderOutput } from '@angular/build';

import type { Middleware } from '@annotate-mcp/hub';
import {
  deferHub,
  type DeferredHub,
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
  try {
    requireSqlite(nodeVersion);
    return await start(options, context, target, packages);
  } catch (error) {
    // An error must not keep the app from starting: it starts without annotations.
    context.logger.warn(describeOff(error));
    return null;
  }
}

async function start(
  options: Options,
  context: BuilderContext,
  target: BuildTarget,
  packages: WorkspacePackages,
): Promise<Integration> {
  const { annotate } = options;
  const root = findProjectRoot({ root: annotate.root, cwd: context.workspaceRoot });
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
    open: () => startHub({ store: annotate.store, ...settings }),
    onFailure: (error) => context.logger.warn(describeOff(error)),
  });
  hub = opened;
  const { middleware, stop } = attachWhenListening(opened);
  const locations = await startTemplateLocations(context, target.tsConfig, packages);
  const close = async (): Promise<void> => {
    stop();
    locations.stop();
    await opened.close();
  };
  return {
    context: withCloseBeforeTeardown(locations.context, close),
    extensions: { middleware: [middleware], buildPlugins: [plugin] },
    announce: announceOnce(options, context),
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

/** Attaches the hub to the dev server when that starts to listen. If it is not found, the middleware serves requests. */
function attachWhenListening(hub: DeferredHub): { middleware: Middleware; stop: () => void } {
  let detach: (() => void) | null = null;
  const middleware: Middleware = (request, response, next) => {
    if (detach === null) hub.middleware(request, response, next);
    else next();
  };
  const stop = whenListening(middleware, (server) => {
    detach?.();
    detach = hub.attach(server);
    hub.openSoon();
  });
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

function describeOff(error: unknown): string {
  return `annotate is off: ${describeError(error)}`;
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'hint' in error && typeof error.hint === 'string' ? `${error.message} ${error.hint}` : error.message;
}
