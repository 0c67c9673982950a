import { isAbsolute, join } from 'node:path';

import type { ConfigEnv, IndexHtmlTransform, Plugin, ViteDevServer } from 'vite';

import type { DeferredHub } from '@annotate-mcp/hub/integration';
import {
  announcement,
  type AnnotateOptions,
  blockStoreFolder,
  createComponentRegistry,
  type Edge,
  leadsToStoreFolder,
  openProject,
  type OffPart,
  type Project,
  scriptPath as hubScriptPath,
  type ServedFolders,
  tagPages,
} from '@annotate-mcp/unplugin';

import { announceWithUrls, connectHub } from './dev-server.ts';
import { astroAttributes } from './transforms/astro.ts';
import { htmlAttributes } from './transforms/html.ts';
import { manifestPlugin } from './transforms/manifest.ts';
import { mdxAttributes } from './transforms/mdx.ts';
import { scriptAttributes } from './transforms/script.ts';
import { solidOwners } from './transforms/solid-owners.ts';
import { svelteProps } from './transforms/svelte-props.ts';
import { svelteAttributes } from './transforms/svelte.ts';
import { vueAttributes } from './transforms/vue.ts';
import { emptyModule, overlayModule } from './virtual-module.ts';

/** For frameworks that print their own URLs instead of Vite's, such as Astro. */
export interface AnnotateApi {
  /** The lines to print; none while annotations are off. `networkUrls` are Vite's `resolvedUrls.network`. */
  readonly announcement: (networkUrls: readonly string[]) => string[];
  /** For what an integration adds to the plugins: `doctor` repeats what one edge of a process has said. */
  readonly edge: Edge;
}

/** What runs in the dev server besides the edge. A restarted server may use it again. */
export interface DevServerState {
  /** The project of the newest server; `null` where annotations are off. */
  project: Project | null;
  /** Prints an error of ours; from the start of the server with its own logger. */
  logError: (line: string) => void;
}

/** The plugins, each with the part that is off when it fails; `null` for one whose errors are meant for Vite. */
export function createDevPlugins(
  options: AnnotateOptions,
  state: DevServerState,
  edge: Edge,
): readonly (readonly [OffPart | null, Plugin])[] {
  let hub: DeferredHub | null = null;
  const registry = createComponentRegistry(
    () => hub?.manifestChanged(),
    (error) => edge.off('components', error),
  );
  const currentProject = () => state.project;
  let base = '/';
  let served: ServedFolders = { folders: [], base };
  const isOff = () => hub === null || hub.isOff();
  const scriptPath = () => (isOff() ? null : base.replace(/\/$/, '') + hubScriptPath);

  const server: Plugin<AnnotateApi> = {
    name: 'annotate',
    api: {
      edge,
      announcement: edge.guard(
        'hints',
        (urls: readonly string[]) => (isOff() ? [] : announcement(options, urls)),
        () => [],
      ),
    },
    apply: (_, env) => isActive(env),
    config: ({ server: userConfig }) =>
      // `watch: null` switches the watcher off; an object would switch it on again.
      userConfig?.watch === null ? undefined : { server: { watch: { ignored: ['**/.annotate/**'] } } },
    configResolved(config) {
      const { logger } = config;
      state.logError = (line) => logger.error(line);
      base = config.base;
      // Nuxt serves the last two itself, behind this server's middleware.
      const folders = [
        config.root,
        config.publicDir,
        join(config.root, 'public'),
        join(config.root, '../public'),
      ];
      served = { folders: folders.filter((folder) => folder !== ''), base };
      state.project = null;
      state.project = openProject({ root: options.root, cwd: config.root });
    },
    configureServer(vite: ViteDevServer) {
      hub = null;
      vite.middlewares.use(
        edge.guardMiddleware(
          'all',
          blockStoreFolder(() => served),
        ),
      );
      if (state.project === null) return;
      hub = connectHub(vite, state.project, options, { manifest: registry.manifest, edge });
      const tag = tagPages(scriptPath, (error) => edge.off('page', error));
      vite.middlewares.use(edge.guardMiddleware('page', tag));
      announceWithUrls(vite, options, edge);
    },
    transformIndexHtml: overlayTag(scriptPath),
  };
  // By whatever way Vite comes to a file: its file server, an import, a message of its own socket.
  const storeFolder: Plugin = {
    name: 'annotate:store-folder',
    enforce: 'pre',
    apply: edge.guard(
      'all',
      (_: object, env: ConfigEnv) => isActive(env),
      () => true,
    ),
    load(id) {
      const [file = ''] = id.replace(/^(?:file:\/\/|\/@fs(?=\/))/, '').split(/[?#]/, 1);
      const isRefused = edge.run(
        'all',
        () => isAbsolute(file) && leadsToStoreFolder(file),
        () => file.includes('.annotate'),
      );
      if (isRefused) this.error('The .annotate folder is not served.');
    },
  };
  const lines: (readonly [OffPart, Plugin])[] = [
    ...vueAttributes(isActive, currentProject, edge).map((plugin) => ['vueLines', plugin] as const),
    ['svelteLines', svelteAttributes(isActive, currentProject)],
    ['htmlLines', htmlAttributes(isActive, currentProject)],
    ['astroLines', astroAttributes(isActive, currentProject)],
    ['lines', scriptAttributes(isActive, currentProject)],
    ['mdxLines', mdxAttributes(isActive, currentProject)],
  ];
  return [
    ['all', server],
    [null, storeFolder],
    ['virtualModule', overlayModule(isActive, scriptPath)],
    ['virtualModule', emptyModule()],
    ['components', manifestPlugin(isActive, currentProject, registry)],
    ['components', svelteProps(isActive, currentProject)],
    ['components', solidOwners(isActive, currentProject)],
    ...(options.sourceAttributes === false ? [] : lines),
  ];
}

/** True for a dev server; false for a build, a preview and a test run. */
function isActive({ command, mode, isPreview }: ConfigEnv): boolean {
  return command === 'serve' && isPreview !== true && mode !== 'test' && process.env.VITEST === undefined;
}

/**
 * Adds the overlay's script tag at the end of the head to pages that Vite serves. It is not an inline script, so that it
 * works in a page with `script-src 'self'`; Vite adds `html.cspNonce` itself.
 *
 * Runs after Vite's own hooks: they would add `base` to the path a second time and try to transform the script, which
 * is not one of Vite's modules.
 */
function overlayTag(scriptPath: () => string | null): IndexHtmlTransform {
  return {
    order: 'post',
    handler() {
      const src = scriptPath();
      if (src === null) return;
      return [{ tag: 'script', attrs: { type: 'module', src }, injectTo: 'head' }];
    },
  };
}
