import { fileURLToPath } from 'node:url';

import type { AstroConfig, AstroIntegration } from 'astro';

import { annotate as vitePlugin, type AnnotateOptions, createSourceMarks } from '@annotate-mcp/vite-plugin';

import { announcementOf } from './announcement.ts';
import { markMarkdown } from './markdown/mark-markdown.ts';

/** Select a sentence of the site you are writing, and say what should change. Only in `astro dev`. */
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
          markContent(config, options);
        } catch (error) {
          // The plugin itself says what is wrong with the project's root, and what to do.
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

function markContent({ root, markdown }: AstroConfig, options: AnnotateOptions): void {
  const marks = createSourceMarks({ root: options.root, cwd: fileURLToPath(root) });
  markMarkdown(markdown.processor, marks);
}
