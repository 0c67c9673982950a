import type { Plugin } from 'vite';

/**
 * Loads these modules of Node when code that uses them runs. In a bundle of one file each import would otherwise be at its
 * top, so that each command loads modules that only few commands use.
 */
export function lazyBuiltins(...names: string[]): Plugin {
  const prefix = '\0lazy-builtin:';
  return {
    name: 'lazy-builtins',
    enforce: 'pre',
    resolveId: (source) => {
      const name = source.replace(/^node:/, '');
      return names.includes(name) ? prefix + name : null;
    },
    load: (id) => (id.startsWith(prefix) ? moduleCode(`node:${id.slice(prefix.length)}`) : null),
  };
}

function moduleCode(name: string): string {
  const properties = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule(name) ?? {}));
  // Reading a getter would load further modules.
  const values = properties.filter(([, property]) => 'value' in property).map(([key]) => key);
  return `const builtin = process.getBuiltinModule('${name}');\nexport default builtin;\nexport const { ${values.join(', ')} } = builtin;`;
}
