import { createEsbuildPlugin, type EsbuildPlugin, type UnpluginOptions } from 'unplugin';

import { createDevSession, type DevLog, type DevSession, sayHowToStart } from './bundlers/dev-session.ts';
import { markLoadedMdx } from './bundlers/esbuild-mdx.ts';
import { devTransforms } from './bundlers/transforms.ts';
import type { AnnotateOptions } from './options.ts';
import { createFirstEdge } from './project.ts';

export interface EsbuildAnnotateOptions extends AnnotateOptions {
  /** Whether this is a build for development. esbuild does not tell its plugins whether it watches or builds once. */
  dev: boolean;
  /** The port of the hub, which is a server of its own because esbuild's cannot be extended. Default: a free one. */
  port?: number;
}

/** Lets people annotate an app that esbuild rebuilds. Without `dev` it does nothing. */
export const annotate: (options: EsbuildAnnotateOptions) => EsbuildPlugin = createEsbuildPlugin<
  EsbuildAnnotateOptions,
  true
>((options) =>
  createFirstEdge(options).run(
    'all',
    () => makePlugins(createDevSession(options), options),
    () => [],
  ),
);

function makePlugins(session: DevSession, options: EsbuildAnnotateOptions): UnpluginOptions[] {
  const { edge } = session;
  const server: UnpluginOptions = {
    name: 'annotate:hub',
    esbuild: edge.guardHooks('all', {
      setup: (build: EsbuildBuild) => (options.dev ? listenBeside(build, session, options) : undefined),
    }),
  };
  return [server, ...devTransforms(session).map((each) => edge.guardHooks('lines', each))];
}

type EsbuildBuild = Parameters<EsbuildPlugin['setup']>[0];

const log: DevLog = {
  info: (line) => void process.stdout.write(`${line}\n`),
  error: (line) => void process.stderr.write(`${line}\n`),
};

/** Starts the hub on a port of its own, and makes every bundle for browsers load the overlay from there. */
async function listenBeside(
  build: EsbuildBuild,
  session: DevSession,
  options: EsbuildAnnotateOptions,
): Promise<void> {
  const { initialOptions } = build;
  const { absWorkingDir: root = process.cwd(), platform = 'browser', banner } = initialOptions;
  session.start(root, log);
  await markLoadedMdx(build, session);
  if (platform !== 'browser') return;
  const hub = await session.openHub({ root, base: '/', allowedHosts: [] }, log);
  if (hub === null) return;
  build.onDispose(
    session.edge.guard(
      'all',
      () => void session.close(),
      () => undefined,
    ),
  );
  const { url } = await hub.listen({ port: options.port ?? 0 });
  const script = `import(${JSON.stringify(url + hub.scriptPath)});`;
  initialOptions.banner = { ...banner, js: script + (banner?.js ?? '') };
  sayHowToStart(session, log);
}
