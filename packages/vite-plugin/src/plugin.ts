import type { Plugin, ResolvedConfig, ViteDevServer } from 'vite';

import type { DeferredHub } from '@annotate-mcp/hub/integration';
import {
  announcement,
  type AnnotateOptions,
  blockStoreFolder,
  createComponentRegistry,
  describeOff,
  openProject,
  type Project,
  scriptPath as hubScriptPath,
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
      project = tryOrReport(config, () => openProject({ root: options.root, cwd: config.root }));
    },
    configureServer(vite: ViteDevServer) {
      hub = null;
      vite.middlewares.use(blockStoreFolder);
      if (project === null) return;
      hub = connectHub(vite, project, options, registry.manifest);
      vite.middlewares.use(tagPages(scriptPath));
      announceWithUrls(vite, options);
    },
    transformIndexHtml: overlayTag(scriptPath),
  };

  return [
    server,
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
    vueAttributes(isActive, project),
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
