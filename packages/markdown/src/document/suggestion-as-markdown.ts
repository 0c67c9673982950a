import { code, quoteBlock, type Suggestion } from '@annotate-mcp/core';

/** A suggestion as text for a model: the new words of the passage. */
export function suggestionAsMarkdown({ replacement }: Suggestion): string[] {
  const how = `(the command ${code('apply')} does exactly that)`;
  return replacement === ''
    ? ['', `Suggested: delete the quoted passage ${how}.`]
    : ['', `Suggested in place of the quoted passage ${how}:`, '', ...quoteBlock(replacement, '')];
}
