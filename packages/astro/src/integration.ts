import { fileURLToPath } from 'node:url';

import type { AstroConfig, AstroIntegration, AstroIntegrationLogger } from 'astro';

import type { Edge, Project } from '@annotate-mcp/unplugin';
import type { AnnotateOptions } from '@annotate-mcp/vite-plugin';

import { announcementOf } from './announcement.ts';

/** Lets people comment on the site in `astro dev`. It does nothing in a build. */
export function annotate(options: AnnotateOptions = {}): AstroIntegration {
  let announcement = (): string[] => [];
  return {
    name: '@annotate-mcp/astro',
    hooks: {
      'astro:config:setup': async ({ command, config, updateConfig, logger }) => {
        if (command !== 'dev') return;
        await orSay(logger, async () => {
          // Not at the top: a build does not need it, and where a package is missing the site has to start.
          const { annotate: vitePlugin } = await import('@annotate-mcp/vite-plugin');
          updateConfig({ vite: { plugins: [vitePlugin({ review: true, ...options })] } });
          if (options.sourceAttributes !== false) await addMarkdownMarks(config, options, logger);
        });
      },
      'astro:server:setup': ({ server }) => {
        announcement = () => announcementOf(server);
      },
      'astro:server:start': ({ logger }) =>
        orSay(logger, () => {
          for (const line of announcement()) logger.info(line);
        }),
    },
  };
}

/** The edge for what runs before, or without, the packages that have the real one. */
async function orSay(logger: AstroIntegrationLogger, step: () => void | Promise<void>): Promise<void> {
  try {
    await step();
  } catch (error) {
    const [reason = ''] = String(error instanceof Error ? error.message : error).split('\n');
    logger.error(`annotate is off: ${reason} · npx annotate-mcp doctor`);
  }
}

async function addMarkdownMarks(
  { root, markdown }: AstroConfig,
  options: AnnotateOptions,
  logger: AstroIntegrationLogger,
): Promise<void> {
  const { createEdge, createSourceMarks } = await import('@annotate-mcp/unplugin');
  const { markMarkdown } = await import('./markdown/mark-markdown.ts');
  const project = await openProjectIn(fileURLToPath(root), options);
  if (project === null) return;
  const edge: Edge = createEdge({ logError: (line) => logger.error(line), root: () => project.root });
  edge.run(
    'markdownLines',
    () => markMarkdown(markdown, createSourceMarks(project), edge),
    () => undefined,
  );
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
