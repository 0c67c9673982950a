import { parse } from '@babel/parser';

import { isNode, type SyntaxNode } from './walk.ts';

/** Returns the module's syntax tree; `null` where it cannot be parsed, which the bundler itself then reports. */
export type ScriptParser = (code: string, file: string) => SyntaxNode | null;

/** Parses JavaScript and TypeScript, for bundlers that give their plugins no parser for both. */
export const parseScript: ScriptParser = (code, file) => {
  try {
    const { program } = parse(code, { sourceType: 'module', plugins: languagesOf(file) });
    return isNode(program) ? program : null;
  } catch {
    // The parser does not support the language of the module; it gets no attributes.
    return null;
  }
};

function languagesOf(
  file: string,
): ('decorators-legacy' | 'decoratorAutoAccessors' | 'typescript' | 'jsx')[] {
  const isTyped = /\.[cm]?tsx?$/.test(file);
  return [
    'decorators-legacy',
    'decoratorAutoAccessors',
    ...(isTyped ? (['typescript'] as const) : []),
    ...(!isTyped || file.endsWith('x') ? (['jsx'] as const) : []),
  ];
}
