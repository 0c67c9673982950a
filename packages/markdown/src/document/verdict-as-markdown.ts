import { code, quoteBlock } from '@annotate-mcp/core';

import type { GivenVerdict, Verdict } from '../verdict.ts';

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

/** What an agent does with each. */
const verdictMeanings: Readonly<Record<Verdict, string>> = {
  approve: 'The person approves the document. Carry out the comments that came with it, if there are any.',
  changes:
    'The person asks for changes before they approve. Make them, then have the document reviewed again.',
  comment: 'The person neither approves nor asks for changes. Act on the comments that came with it.',
};
