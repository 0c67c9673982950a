import { parseSync } from 'vite';

import type { CodeBlock } from '../document.ts';
import { type DocumentCheck, findingsAt } from '../finding.ts';

const extensions: Readonly<Record<string, string>> = {
  js: 'mjs',
  jsx: 'jsx',
  ts: 'mts',
  tsx: 'tsx',
};

export const scriptBlocks: DocumentCheck = {
  name: 'block of JavaScript or TypeScript can be parsed',
  check: async (document) =>
    findingsAt(
      document,
      document.blocks.filter(({ language }) => language in extensions),
      describeSyntax,
    ),
};

function describeSyntax({ language, text }: CodeBlock): string | null {
  const [first] = parseSync(`block.${extensions[language] ?? ''}`, text).errors;
  return first === undefined ? null : `${first.message}: ${first.codeframe ?? ''}`;
}
