import { styleText } from 'node:util';

import type { ViteDevServer } from 'vite';

import { networkToken, startHint } from '@annotate-mcp/hub/integration';
import type { AnnotateOptions } from '@annotate-mcp/unplugin';

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

/** `networkUrls` are the addresses for other machines, with a final slash; `null` in middleware mode, where Vite has none. */
export function announcement(options: AnnotateOptions, networkUrls: readonly string[] | null): string[] {
  const { keys, network } = options;
  const lines = [startHint(keys?.inspect)];
  if (network !== true) return lines;
  const accessLink = `__annotate?apiKey=${encodeURIComponent(networkToken(options) ?? '')}`;
  if (networkUrls === null) return [...lines, `on other machines, open /${accessLink} of your server once`];
  const [url] = networkUrls;
  if (url === undefined) return [...lines, 'other machines cannot reach this server: start it with --host'];
  return [...lines, `on other machines, open ${url}${accessLink}`];
}
