import { createRequire } from 'node:module';

import * as vite from 'vite';

import { isNode, type SyntaxNode } from './walk.ts';

/** The parser in a plugin's hook context. Rollup's parses JSX only with an option, and no TypeScript. */
export interface HookParser {
  parse(code: string, options?: object): unknown;
}

/** The module's syntax tree; `null` where it cannot be parsed, which Vite itself then reports. */
export function parseScript(code: string, file: string, hook: HookParser): SyntaxNode | null {
  try {
    const parseSync = parserOf(vite);
    if (parseSync === undefined) return parseWithoutVite(code, file, hook);
    const { program, errors } = parseSync(file, code);
    return errors.length > 0 ? null : asNode(program);
  } catch {
    // The parser does not support the language of the module; it gets no attributes.
    return null;
  }
}

// Not a named import, which would fail with Vite 7.
function parserOf({ parseSync }: Partial<Pick<typeof vite, 'parseSync'>>) {
  return parseSync;
}

/**
 * Vite 7 has no parser for TypeScript. Such modules must not be left out: their elements would be attributed to the
 * element around them, which is in another file.
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

// Vue's compiler depends on it. It is resolved through the chain of dependencies, as pnpm and Yarn require.
function loadBabel(): Babel {
  const ours = createRequire(import.meta.url);
  const compilerDom = createRequire(ours.resolve('@vue/compiler-dom'));
  const compilerCore = createRequire(compilerDom.resolve('@vue/compiler-core'));
  return compilerCore('@babel/parser') as Babel;
}

function asNode(tree: unknown): SyntaxNode | null {
  return isNode(tree) ? tree : null;
}
