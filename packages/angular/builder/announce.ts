import { styleText } from 'node:util';

import { networkToken, startHint } from '@annotate-mcp/hub/integration';

import { networkUrl } from './network-url.ts';
import type { AnnotateOptions } from './options.ts';

/** The lines printed below the URLs, in the same style: how to start, and the link for other machines. */
export function announcement(options: AnnotateOptions, localUrl: string, host: string): string[] {
  const lines = [startHint(options.keys?.inspect)];
  if (options.network === true) lines.push(describeAccess(options, networkUrl(localUrl, host)));
  return lines.map(
    (text) => `  ${styleText('green', '➜')}  ${styleText('bold', 'Annotate')}: ${styleText('dim', text)}`,
  );
}

function describeAccess(options: AnnotateOptions, url: string | null): string {
  if (url === null) return 'other machines cannot reach this server: start it with --host 0.0.0.0';
  return `on other machines, open ${url}__annotate?apiKey=${encodeURIComponent(networkToken(options) ?? '')}`;
}
