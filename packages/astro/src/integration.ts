import { fileURLToPath } from 'node:url';

import type { AstroConfig, AstroIntegration } from 'astro';

import { createSourceMarks } from '@annotate-mcp/unplugin';
import { annotate as vitePlugin, type AnnotateOptions } from '@annotate-mcp/vite-plugin';

import { announcementOf } from './announcement.ts';
import { markMarkdown } from './markdown/mark-markdown.ts';

/** Lets people comment on the site in `astro dev`. It does nothing in a build. */
export function annotate(options: AnnotateOptions = {}): AstroIntegration {
  let announcement = (): string[] => [];
  return {
    name: '@annotate-mcp/astro',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig, logger }) => {
        if (command !== 'dev') return;
        updateConfig({ vite: { plugins: [vitePlugin({ review: true, ...options })] } });
        if (options.sourceAttributes === false) return;
        try {
          addMarkdownMarks(config, options);
        } catch (error) {
          // The Vite plugin reports an invalid project root, with a hint.
          logger.debug(String(error));
        }
      },
      'astro:server:setup': ({ server }) => {
        announcement = () => announcementOf(server);
      },
      'astro:server:start': ({ logger }) => {
        for (const line of announcement()) logger.info(line);
      },
    },
  };
}

function addMarkdownMarks({ root, markdown }: AstroConfig, options: AnnotateOptions): void {
  const marks = createSourceMarks({ root: options.root, cwd: fileURLToPath(root) });
  markMarkdown(markdown, marks);
}
