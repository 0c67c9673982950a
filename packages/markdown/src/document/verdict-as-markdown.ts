import { code, quoteBlock } from '@annotate-mcp/core';

import { type GivenVerdict, type Verdict, verdictMeanings } from '../verdict.ts';

/** A verdict as text for a model or a terminal. It separates what the person wrote from what the verdict means. */
export function verdictAsMarkdown({ verdict, text }: GivenVerdict, path: string): string {
  return [
    `# ${verdictTitles[verdict]}: ${code(path)}`,
    '',
    verdictMeanings[verdict],
    ...(text === undefined ? [] : ['', 'The person says:', '', ...quoteBlock(text, '')]),
    '',
  ].join('\n');
}

const verdictTitles: Readonly<Record<Verdict, string>> = {
  approve: 'Approved',
  changes: 'Changes requested',
  comment: 'Commented',
};
