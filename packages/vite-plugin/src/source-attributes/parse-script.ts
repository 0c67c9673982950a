import { createRequire } from 'node:module';

import * as vite from 'vite';

import { isNode, type SyntaxNode } from './walk.ts';

/** What a plugin's hook can parse with; Rollup's knows JSX only when asked, and no TypeScript at all. */
export interface HookParser {
  parse(code: string, options?: object): unknown;
}

/**
 * The module's syntax tree, or `null` where it cannot be read: Vite itself will then say what is wrong with it, in its
 * own words.
 */
export function parseScript(code: string, file: string, hook: HookParser): SyntaxNode | null {
  try {
    const parseSync = parserOf(vite);
    if (parseSync === undefined) return parseWithoutVite(code, file, hook);
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

/**
 * Vite 7 has no parser for TypeScript. Leaving such modules out is worse than it sounds: their elements would go by the
 * place of whatever is around them, which is another file.
 */
export function parseWithoutVite(code: string, file: string, hook: HookParser): SyntaxNode | null {
  if (!/\.[cm]?tsx?$/.test(file)) return asNode(hook.parse(code, { jsx: true }));
  const languages = [
    'typescript',
    'decorators-legacy',
    'decoratorAutoAccessors',
    ...(file.endsWith('x') ? ['jsx'] : []),
  ];
  parser ??= loadBabel();
  return asNode(parser.parse(code, { sourceType: 'module', plugins: languages }));
}

interface Babel {
  parse(code: string, options: object): unknown;
}

let parser: Babel | undefined;

// Vue's compiler brings it along; reached by the way that its packages depend on each other, as pnpm and Yarn ask for.
function loadBabel(): Babel {
  const ours = createRequire(import.meta.url);
  const compilerDom = createRequire(ours.resolve('@vue/compiler-dom'));
  const compilerCore = createRequire(compilerDom.resolve('@vue/compiler-core'));
  return compilerCore('@babel/parser') as Babel;
}

function asNode(tree: unknown): SyntaxNode | null {
  return isNode(tree) ? tree : null;
}
