import { isAbsolute } from 'node:path';

import type { Plugin, ResolvedConfig, ViteDevServer } from 'vite';

import type { DeferredHub } from '@annotate-mcp/hub/integration';
import {
  announcement,
  type AnnotateOptions,
  blockStoreFolder,
  createComponentRegistry,
  describeOff,
  leadsToStoreFolder,
  openProject,
  type Project,
  scriptPath as hubScriptPath,
  type ServedFolders,
  tagPages,
} from '@annotate-mcp/unplugin';

import { isActive } from './active.ts';
import { announceWithUrls } from './announce.ts';
import { connectHub } from './connect.ts';
import { overlayTag } from './inject.ts';
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
}

/** Lets people annotate the app in the dev server. A build contains nothing of it. */
export function annotate(options: AnnotateOptions = {}): Plugin[] {
  const { sourceAttributes = true } = options;
  // A restarted server may reuse these plugin objects, so these are the project and the hub of the newest server.
  let project: Project | null = null;
  let hub: DeferredHub | null = null;
  const registry = createComponentRegistry(() => hub?.manifestChanged());
  const currentProject = () => project;
  let base = '/';
  let served: ServedFolders = { folders: [], base };
  const isOff = () => hub === null || hub.isOff();
  const scriptPath = () => (isOff() ? null : base.replace(/\/$/, '') + hubScriptPath);

  const server: Plugin<AnnotateApi> = {
    name: 'annotate',
    api: { announcement: (urls) => (isOff() ? [] : announcement(options, urls)) },
    apply: (_, env) => isActive(env),
    config: ({ server: userConfig }) =>
      // `watch: null` switches the watcher off; an object would switch it on again.
      userConfig?.watch === null ? undefined : { server: { watch: { ignored: ['**/.annotate/**'] } } },
    configResolved(config) {
      base = config.base;
      served = { folders: [config.root, config.publicDir].filter((folder) => folder !== ''), base };
      project = tryOrReport(config, () => openProject({ root: options.root, cwd: config.root }));
    },
    configureServer(vite: ViteDevServer) {
      hub = null;
      vite.middlewares.use(blockStoreFolder(() => served));
      if (project === null) return;
      hub = connectHub(vite, project, options, registry.manifest);
      vite.middlewares.use(tagPages(scriptPath));
      announceWithUrls(vite, options);
    },
    transformIndexHtml: overlayTag(scriptPath),
  };
  // By whatever way Vite comes to a file: its file server, an import, a message of its own socket.
  const storeFolder: Plugin = {
    name: 'annotate:store-folder',
    enforce: 'pre',
    apply: (_, env) => isActive(env),
    load(id) {
      const [file = ''] = id.replace(/^(?:file:\/\/|\/@fs(?=\/))/, '').split(/[?#]/, 1);
      if (isAbsolute(file) && leadsToStoreFolder(file)) this.error('The .annotate folder is not served.');
    },
  };

  return [
    server,
    storeFolder,
    overlayModule(isActive, scriptPath),
    emptyModule(isActive),
    manifestPlugin(isActive, currentProject, registry),
    svelteProps(isActive, currentProject),
    solidOwners(isActive, currentProject),
    ...(sourceAttributes ? sourceAttributePlugins(currentProject) : []),
  ];
}

function sourceAttributePlugins(project: () => Project | null): Plugin[] {
  return [
    ...vueAttributes(isActive, project),
    svelteAttributes(isActive, project),
    htmlAttributes(isActive, project),
    astroAttributes(isActive, project),
    scriptAttributes(isActive, project),
    mdxAttributes(isActive, project),
  ];
}

function tryOrReport<T>(config: ResolvedConfig, make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    return report(config, error);
  }
}

// An error must not keep the app from starting: it starts without annotations.
function report(config: ResolvedConfig, error: unknown): null {
  config.logger.error(describeOff(error));
  return null;
}
