import { networkToken, startHint } from '@annotate-mcp/hub/integration';

import type { AnnotateOptions } from './options.ts';

/**
 * The lines for the terminal. `networkUrls` are the addresses for other machines, with a final slash; `null` where the
 * dev server does not tell them.
 */
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
