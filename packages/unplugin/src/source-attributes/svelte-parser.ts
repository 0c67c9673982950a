import { createRequire } from 'node:module';
import { join } from 'node:path';

/** `parse` of svelte/compiler. */
export type SvelteParser = (code: string, options: { modern: true }) => unknown;

/** The parser of the app's own Svelte; `null` where there is none, or one before version 5. */
export function loadSvelteParser(appRoot: string): SvelteParser | null {
  try {
    const compiler: unknown = createRequire(join(appRoot, 'package.json'))('svelte/compiler');
    return isCompiler(compiler) && !/^[1-4]\./.test(compiler.VERSION) ? compiler.parse : null;
  } catch {
    // The app has no Svelte.
    return null;
  }
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
