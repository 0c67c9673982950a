import { styleText } from 'node:util';

import { networkToken, startHint } from '@annotate-mcp/hub/integration';

import type { AnnotateOptions } from './options.ts';

/** Prints how to start, and the link for other machines. */
export function announce(options: AnnotateOptions, basePath: string): void {
  for (const text of announcement(options, basePath)) {
    const line = `${styleText('green', '➜')}  ${styleText('bold', 'Annotate')}: ${styleText('dim', text)}`;
    process.stdout.write(`  ${line}\n`);
  }
}

export function announcement(options: AnnotateOptions, basePath: string): string[] {
  const lines = [startHint(options.keys?.inspect)];
  if (options.network !== true) return lines;
  const token = encodeURIComponent(networkToken(options) ?? '');
  return [...lines, `on other machines, open ${basePath}/__annotate?apiKey=${token} of this server once`];
}

export function printError(message: string): void {
  process.stderr.write(`⨯ ${message}\n`);
}

export function describeError(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'hint' in error && typeof error.hint === 'string' ? `${error.message} ${error.hint}` : error.message;
}
