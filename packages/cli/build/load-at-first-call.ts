import { promisify } from 'node:util';

import type { Plugin } from 'vite';

/**
 * Loads these modules of Node when one of their functions is called for the first time. An import would load them when the
 * program starts, and the stdio server needs none of them for its first answer. For our own modules and for commander:
 * other packages may use more of a module than its functions.
 */
export function loadAtFirstCall(...names: string[]): Plugin {
  const prefix = '\0load-at-first-call:';
  return {
    name: 'load-at-first-call',
    enforce: 'pre',
    resolveId: (source, importer = '') => {
      const name = source.replace(/^node:/, '');
      return names.includes(name) && !isOfOtherPackage(importer) ? prefix + name : null;
    },
    load: (id) => (id.startsWith(prefix) ? forwardingModule(id.slice(prefix.length)) : null),
  };
}

function isOfOtherPackage(file: string): boolean {
  return /[\\/]node_modules[\\/](?!commander[\\/])/.test(file);
}

/** The code of a module with the functions of Node's module; each calls the one of the same name there. */
export function forwardingModule(name: string): string {
  const functions = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(name) ?? {}))
    .filter(([key, { value }]) => isForwardable(key, value))
    .map(([key]) => key);
  return [
    `const load = () => globalThis.process.getBuiltinModule('node:${name}');`,
    ...functions.map((key) => `export function ${key}(...args) { return load().${key}(...args); }`),
    `export default { ${functions.join(', ')} };`,
    '',
  ].join('\n');
}

/** Classes are not, nor functions with their own way to be promisified: the build fails for code that imports one. */
function isForwardable(key: string, value: unknown): boolean {
  return typeof value === 'function' && /^[a-z]/.test(key) && !(promisify.custom in value);
}
