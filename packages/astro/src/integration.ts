import { fileURLToPath } from 'node:url';

import type { AstroConfig, AstroIntegration, AstroIntegrationLogger, HookParameters } from 'astro';

import type { Edge, Project } from '@annotate-mcp/unplugin';
import type { AnnotateApi, AnnotateOptions } from '@annotate-mcp/vite-plugin';

/** Lets people comment on the site in `astro dev`. It does nothing in a build. */
export function annotate(options: AnnotateOptions = {}): AstroIntegration {
  const site: Site = { options, firstEdge: null, api: null, networkUrls: () => [] };
  return {
    name: '@annotate-mcp/astro',
    hooks: {
      'astro:config:setup': (setup) => orSay(setup.logger, site, () => addPlugins(setup, site)),
      'astro:server:setup': ({ server, logger }) =>
        orSay(logger, site, () => {
          // A restarted server has plugins of its own.
          site.api = apiIn(server.config.plugins);
          site.networkUrls = () => server.resolvedUrls?.network ?? [];
        }),
      'astro:server:start': ({ logger }) => orSay(logger, site, () => announce(site, logger)),
    },
  };
}

/** What the hooks share. */
interface Site {
  readonly options: AnnotateOptions;
  /** Says what is off before the Vite plugin is there. */
  firstEdge: Edge | null;
  /** Of the Vite plugin; `null` where that is off. */
  api: AnnotateApi | null;
  networkUrls: () => readonly string[];
}

/** Runs a step of a hook. What the step adds runs behind the edge of the Vite plugin. */
async function orSay(
  logger: AstroIntegrationLogger,
  site: Site,
  step: () => void | Promise<void>,
): Promise<void> {
  try {
    await step();
  } catch (error) {
    await sayOff(logger, site, error);
  }
}

async function sayOff(logger: AstroIntegrationLogger, site: Site, error: unknown): Promise<void> {
  try {
    const { createFirstEdge } = await import('@annotate-mcp/vite-plugin');
    site.firstEdge ??= createFirstEdge(site.options);
    if (site.api === null) site.firstEdge.off('all', error);
    else site.api.edge.off('hints', error);
  } catch {
    // Not even our own packages can be loaded.
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    logger.error(`annotate is off: ${reason} · npx annotate-mcp doctor`);
  }
}

type Setup = HookParameters<'astro:config:setup'>;

async function addPlugins({ command, config, updateConfig }: Setup, site: Site): Promise<void> {
  if (command !== 'dev') return;
  const { options } = site;
  // Not at the top: a build does not need it, and where a package is missing the site has to start.
  const { annotate: vitePlugin } = await import('@annotate-mcp/vite-plugin');
  const plugins = vitePlugin({ review: true, ...options });
  updateConfig({ vite: { plugins: [plugins] } });
  const api = apiIn(plugins);
  if (api === null || options.sourceAttributes === false) return;
  const { edge } = api;
  await edge.run(
    'markdownLines',
    () => addMarkdownMarks(config, options, edge),
    () => undefined,
  );
}

async function addMarkdownMarks(
  { root, markdown }: AstroConfig,
  options: AnnotateOptions,
  edge: Edge,
): Promise<void> {
  const { createSourceMarks } = await import('@annotate-mcp/unplugin');
  const { markMarkdown } = await import('./markdown/mark-markdown.ts');
  const project = await openProjectIn(fileURLToPath(root), options);
  if (project !== null) markMarkdown(markdown, createSourceMarks(project), edge);
}

async function openProjectIn(cwd: string, { root }: AnnotateOptions): Promise<Project | null> {
  const { openProject } = await import('@annotate-mcp/unplugin');
  try {
    return openProject({ root, cwd });
  } catch {
    // The Vite plugin reports it, with a hint.
    return null;
  }
}

/** The lines that the Vite plugin would print below Vite's URLs. Astro prints its own list of URLs instead of Vite's. */
function announce({ api, networkUrls }: Site, logger: AstroIntegrationLogger): void {
  for (const line of api?.announcement(networkUrls()) ?? []) logger.info(line);
}

function apiIn(plugins: readonly { readonly name: string; readonly api?: unknown }[]): AnnotateApi | null {
  const api = plugins.find(({ name }) => name === 'annotate')?.api;
  return isAnnotateApi(api) ? api : null;
}

function isAnnotateApi(api: unknown): api is AnnotateApi {
  return typeof api === 'object' && api !== null && 'announcement' in api && 'edge' in api;
}
