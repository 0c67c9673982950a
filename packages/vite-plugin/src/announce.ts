import { styleText } from 'node:util';

import type { ViteDevServer } from 'vite';

import { announcement, type AnnotateOptions, type Edge } from '@annotate-mcp/unplugin';

/** Nuxt has one server for the browser and one for its own rendering, with the same plugins in both. */
const announced = new WeakSet<AnnotateOptions>();

/** Prints the announcement below Vite's URLs, in the same style; at once in middleware mode, where Vite prints none. */
export function announceWithUrls(server: ViteDevServer, options: AnnotateOptions, edge: Edge): void {
  const { logger, server: settings } = server.config;
  const print = () => {
    for (const text of announcement(options, server.resolvedUrls?.network ?? null)) {
      logger.info(
        `  ${styleText('green', '➜')}  ${styleText('bold', 'Annotate')}: ${styleText('dim', text)}`,
      );
    }
  };
  const announce = edge.guard('hints', print, () => undefined);
  if (settings.middlewareMode) {
    if (!announced.has(options)) announce();
    announced.add(options);
    return;
  }
  const printUrls = server.printUrls.bind(server);
  server.printUrls = () => {
    printUrls();
    announce();
  };
}
