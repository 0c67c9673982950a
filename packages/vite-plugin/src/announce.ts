import { styleText } from 'node:util';

import type { ViteDevServer } from 'vite';

import { invitation, networkToken } from '@annotate-mcp/hub/integration';

import type { AnnotateOptions } from './options.ts';

/** Below the URLs that Vite prints, in its style; at once in middleware mode, where it prints none. */
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

/** `networkUrls` are what other machines can open, with a slash at their end; `null` when only the server around knows. */
export function announcement(options: AnnotateOptions, networkUrls: readonly string[] | null): string[] {
  const { keys, network } = options;
  const lines = [invitation(keys?.inspect)];
  if (network !== true) return lines;
  const entrance = `__annotate?apiKey=${encodeURIComponent(networkToken(options) ?? '')}`;
  if (networkUrls === null) return [...lines, `from other machines open /${entrance} of your server once`];
  const [url] = networkUrls;
  if (url === undefined) return [...lines, 'other machines cannot reach this server; start it with --host'];
  return [...lines, `from other machines open ${url}${entrance}`];
}
