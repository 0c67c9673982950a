import type { DevServerBuilderOutput } from '@angular/build';
import type { BuilderContext } from '@angular-devkit/architect';

import type { Hub, Middleware } from '@annotate-mcp/hub';

import { announcement } from './announce.ts';
import type { BuildTarget } from './build-target.ts';
import { type Connected, connectHub, hubSettings } from './connect.ts';
import { contextWith } from './context-with.ts';
import { whenListening } from './listening-server.ts';
import { createManifest } from './manifest/manifest.ts';
import type { BuildPlugin } from './manifest/program.ts';
import type { AnnotateOptions, DevServerOptions } from './options.ts';
import { readProject } from './project.ts';
import { withTemplateLocations } from './template-locations.ts';
import { isAtLeast } from './version.ts';
import type { WorkspacePackages } from './workspace-packages.ts';

/** What Angular's dev server is started with, so that its pages can be annotated. */
export interface Integration {
  readonly context: BuilderContext;
  readonly extensions: { readonly middleware: Middleware[]; readonly buildPlugins: BuildPlugin[] };
  /** Once, with the first result that has an address. */
  readonly announce: (output: DevServerBuilderOutput) => void;
  /** Tells the pages goodbye; calling it again does nothing. */
  readonly close: () => Promise<void>;
}

type Options = DevServerOptions & { annotate: AnnotateOptions };

/** `null` when the app has to be served without, which the person is told. */
export async function integrate(
  options: Options,
  context: BuilderContext,
  target: BuildTarget,
  packages: WorkspacePackages,
  nodeVersion = process.versions.node,
): Promise<Integration | null> {
  if (!isAtLeast(nodeVersion, oldestNode)) {
    context.logger.warn(`annotate is off: ${tooOld(nodeVersion)}`);
    return null;
  }
  try {
    return await start(options, context, target, packages);
  } catch (error) {
    // The app is what the person came for: it starts without annotations rather than not at all.
    context.logger.warn(`annotate is off: ${describe(error)}`);
    return null;
  }
}

/** The first Node whose SQLite needs no flag. */
const oldestNode = [22, 13] as const;

function tooOld(nodeVersion: string): string {
  return (
    `it needs Node.js ${oldestNode.join('.')} or newer, and this is ${nodeVersion}. ` +
    'Your app is served without it; install a newer Node.js (https://nodejs.org), then start again.'
  );
}

async function start(
  options: Options,
  context: BuilderContext,
  target: BuildTarget,
  packages: WorkspacePackages,
): Promise<Integration> {
  // Only here, because an older Node cannot load it.
  const hubPackage = await import('@annotate-mcp/hub');
  const { annotate } = options;
  const root = hubPackage.findProjectRoot({ root: annotate.root, cwd: context.workspaceRoot });
  const project = await readProject(context, root);
  // Angular's compiler names files from here.
  process.chdir(context.workspaceRoot);

  const onError = (error: unknown) => context.logger.error(`annotate: ${describe(error)}`);
  let connected: Connected | null = null;
  const changed = () => connected?.hub.manifestChanged();
  const { plugin, manifest } = createManifest(project, packages.typescript, changed, onError);
  const settings = hubSettings(options, target, project, manifest, onError);
  connected = await connectHub(hubPackage, project, settings, annotate.store);
  const { middleware, stop } = attachTo(connected.hub);
  const close = async (): Promise<void> => {
    stop();
    await connected.close();
  };
  return {
    context: await withTemplateLocations(closingFirst(context, close), target.tsConfig, packages),
    extensions: { middleware: [middleware], buildPlugins: [plugin] },
    announce: announceOnce(options, context),
    close,
  };
}

/** Angular ends every connection when it is stopped, and until then pages can still be told that the server goes away. */
function closingFirst(context: BuilderContext, close: () => Promise<void>): BuilderContext {
  return contextWith(context, {
    addTeardown: (teardown) =>
      context.addTeardown(async () => {
        // It stops also when we cannot.
        await Promise.allSettled([close()]);
        await teardown();
      }),
  });
}

/** The hub on the dev server as soon as that listens; where it is not found, with the first request. */
function attachTo(hub: Hub): { middleware: Middleware; stop: () => void } {
  let detach: (() => void) | null = null;
  const middleware: Middleware = (request, response, next) => {
    if (detach === null) hub.middleware(request, response, next);
    else next();
  };
  const stop = whenListening(middleware, (server) => {
    detach?.();
    detach = hub.attach(server);
  });
  return { middleware, stop };
}

function announceOnce({ annotate, host = 'localhost' }: Options, { logger }: BuilderContext) {
  let announced = false;
  return ({ success, baseUrl }: DevServerBuilderOutput): void => {
    if (announced || !success || baseUrl === '') return;
    announced = true;
    for (const line of announcement(annotate, baseUrl, host)) logger.info(line);
  };
}

function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'hint' in error && typeof error.hint === 'string' ? `${error.message} ${error.hint}` : error.message;
}
