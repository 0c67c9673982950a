import * as vite from 'vite';

import { isNode, type SyntaxNode } from './walk.ts';

/** What a plugin's hook can parse with; Rollup's knows JSX only when asked, and no TypeScript at all. */
export interface HookParser {
  parse(code: string, options?: object): unknown;
}

/**
 * The module's syntax tree, or `null` where the parser at hand cannot read it: Vite itself will then say what is wrong
 * with it, in its own words. Vite 7 has no parser for TypeScript, so such modules are left alone there.
 */
export function parseScript(code: string, file: string, hook: HookParser): SyntaxNode | null {
  try {
    const parseSync = parserOf(vite);
    if (parseSync === undefined) return asNode(hook.parse(code, { jsx: true }));
    const { program, errors } = parseSync(file, code);
    return errors.length > 0 ? null : asNode(program);
  } catch {
    // Not this parser's language; nothing is lost but the attributes.
    return null;
  }
}

// A look instead of an import by name, which would not even load with Vite 7.
function parserOf({ parseSync }: Partial<Pick<typeof vite, 'parseSync'>>) {
  return parseSync;
}

function asNode(tree: unknown): SyntaxNode | null {
  return isNode(tree) ? tree : null;
}
