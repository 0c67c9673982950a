/**
 * The parser of the app's own Svelte; `null` where there is none, or one before version 5. There is one function for each
 * way in which a plugin of Svelte loads the compiler, so that it is in memory once, and compiled by V8 once.
 */
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** `parse` of svelte/compiler. */
export type SvelteParser = (code: string, options: { modern: true }) => unknown;

/** As Svelte's plugin for Vite loads it. `importHref` is `import`: see `build-dependencies.test.ts`. */
export async function importSvelteParser(
  appRoot: string,
  importHref: (href: string) => Promise<unknown>,
): Promise<SvelteParser | null> {
  try {
    const folder = dirname(requireIn(appRoot).resolve('svelte/package.json'));
    return parserOf(await importHref(pathToFileURL(join(folder, 'src/compiler/index.js')).href));
  } catch {
    return requireSvelteParser(appRoot);
  }
}

/** As the loaders of the other bundlers load it. */
export function requireSvelteParser(appRoot: string): SvelteParser | null {
  try {
    return parserOf(requireIn(appRoot)('svelte/compiler'));
  } catch {
    // The app has no Svelte.
    return null;
  }
}

function requireIn(appRoot: string): NodeJS.Require {
  return createRequire(join(appRoot, 'package.json'));
}

function parserOf(compiler: unknown): SvelteParser | null {
  return isCompiler(compiler) && !/^[1-4]\./.test(compiler.VERSION) ? compiler.parse : null;
}

function isCompiler(value: unknown): value is { parse: SvelteParser; VERSION: string } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'parse' in value &&
    typeof value.parse === 'function' &&
    'VERSION' in value &&
    typeof value.VERSION === 'string'
  );
}
