import type { Plugin, ResolvedConfig, ViteDevServer } from 'vite';

import { AnnotateError } from '@annotate-mcp/core';
import { findProjectRoot, type Hub } from '@annotate-mcp/hub';

import { isActive } from './active.ts';
import { announceWithUrls, announcement } from './announce.ts';
import { connectHub } from './connect.ts';
import { tagPages } from './html-response.ts';
import { overlayTag } from './inject.ts';
import { manifestPlugin } from './manifest/plugin.ts';
import { createRegistry } from './manifest/registry.ts';
import type { AnnotateOptions } from './options.ts';
import { withholdStore } from './private-folder.ts';
import { projectAt, type Project } from './project.ts';
import { astroAttributes } from './source-attributes/astro.ts';
import { htmlAttributes } from './source-attributes/html.ts';
import { scriptAttributes } from './source-attributes/script.ts';
import { vueAttributes } from './source-attributes/vue.ts';
import { svelteProps } from './svelte-props.ts';
import { absentModule, overlayModule } from './virtual-module.ts';

/** For frameworks that print URLs of their own: Vite's are then never printed, nor what stands below them. */
export interface AnnotateApi {
  /** What to say, a line each; nothing while annotations are off. `networkUrls` are Vite's `resolvedUrls.network`. */
  readonly announcement: (networkUrls: readonly string[]) => string[];
}

/** Point at anything in the app you are building. Only in the dev server: a build contains nothing of it. */
export function annotate(options: AnnotateOptions = {}): Plugin[] {
  const { sourceAttributes = 'auto' } = options;
  // A restarted server may come with these same plugins, so this is always that of the newest.
  let project: Project | null = null;
  let hub: Hub | null = null;
  const registry = createRegistry(() => hub?.manifestChanged());
  const currentProject = () => project;
  let base = '/';
  const scriptPath = () => (hub === null ? null : base.replace(/\/$/, '') + hub.scriptPath);

  const server: Plugin<AnnotateApi> = {
    name: 'annotate',
    api: { announcement: (urls) => (hub === null ? [] : announcement(options, urls)) },
    apply: (_, env) => isActive(env),
    config: ({ server: given }) =>
      // `watch: null` switches the watcher off, and an object would switch it on again.
      given?.watch === null ? undefined : { server: { watch: { ignored: ['**/.annotate/**'] } } },
    configResolved(config) {
      base = config.base;
      project = orReport(config, () => projectAt(findProjectRoot({ root: options.root, cwd: config.root })));
    },
    async configureServer(vite: ViteDevServer) {
      hub = null;
      vite.middlewares.use(withholdStore);
      if (project === null) return;
      const opening = connectHub(vite, project, options, registry.manifest);
      hub = await opening.catch((error: unknown) => report(vite.config, error));
      if (hub === null) return;
      vite.middlewares.use(tagPages(scriptPath));
      announceWithUrls(vite, options);
    },
    transformIndexHtml: overlayTag(scriptPath),
  };

  return [
    server,
    overlayModule(isActive, scriptPath),
    absentModule(isActive),
    manifestPlugin(isActive, currentProject, registry),
    svelteProps(isActive, currentProject),
    ...(sourceAttributes === false
      ? []
      : [
          vueAttributes(isActive, currentProject),
          htmlAttributes(isActive, currentProject),
          astroAttributes(isActive, currentProject),
          scriptAttributes(isActive, currentProject, sourceAttributes),
        ]),
  ];
}

function orReport<T>(config: ResolvedConfig, make: () => T): T | null {
  try {
    return make();
  } catch (error) {
    return report(config, error);
  }
}

// The app is what the person came for: it starts without annotations rather than not at all.
function report(config: ResolvedConfig, error: unknown): null {
  const message = error instanceof Error ? error.message : String(error);
  const hint = error instanceof AnnotateError ? ` ${error.hint}` : '';
  config.logger.error(`annotate is off: ${message}${hint}`);
  return null;
}
