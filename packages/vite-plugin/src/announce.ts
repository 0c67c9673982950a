import { styleText } from 'node:util';

import type { ViteDevServer } from 'vite';

import { announcement, type AnnotateOptions } from '@annotate-mcp/unplugin';

/** Prints the announcement below Vite's URLs, in the same style; at once in middleware mode, where Vite prints none. */
export function announceWithUrls(server: ViteDevServer, options: AnnotateOptions): void {
  const { logger, server: settings } = server.config;
  const announce = () => {
    for (const text of announcement(options, server.resolvedUrls?.network ?? null)) {
      logger.info(
        `  ${styleText('green', '➜')}  ${styleText('bold', 'Annotate')}: ${styleText('dim', text)}`,
      );
    }
  };
  if (settings.middlewareMode) {
    announce();
    return;
  }
  const printUrls = server.printUrls.bind(server);
  server.printUrls = () => {
    printUrls();
    announce();
  };
}
