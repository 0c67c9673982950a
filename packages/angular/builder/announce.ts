import { styleText } from 'node:util';

import { invitation, networkToken } from '@annotate-mcp/hub/integration';

import { networkUrl } from './network-url.ts';
import type { AnnotateOptions } from './options.ts';

/** How to begin, in the style of the URLs above. */
export function announcement(options: AnnotateOptions, localUrl: string, host: string): string[] {
  const lines = [invitation(options.keys?.inspect)];
  if (options.network === true) lines.push(linkFor(options, networkUrl(localUrl, host)));
  return lines.map(
    (text) => `  ${styleText('green', '➜')}  ${styleText('bold', 'Annotate')}: ${styleText('dim', text)}`,
  );
}

function linkFor(options: AnnotateOptions, url: string | null): string {
  if (url === null) return 'other machines cannot reach this server; start it with --host 0.0.0.0';
  return `from other machines open ${url}__annotate?apiKey=${encodeURIComponent(networkToken(options) ?? '')}`;
}
