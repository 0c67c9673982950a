/**
 * Bundles the packages that dev servers load when they start, with their dependencies, into a few files each. Node takes
 * about half a millisecond to find and to read a file, and there are hundreds. Types come from `tsc`. Run by build.ts
 * with the names of packages.
 */
import { join } from 'node:path';

import { build, type Plugin } from 'vite';

interface NodeBundle {
  /** Modules in `src`, without extension. Each becomes a module of the same name in `dist/bundle`. */
  readonly entries: readonly string[];
  /** What is loaded from the packages of the app; everything else goes into the bundle. */
  readonly external: string[];
}

const bundles: Record<string, NodeBundle> = {
  hub: { entries: ['process/bin'], external: [] },
  unplugin: {
    entries: ['index', 'webpack', 'rspack', 'rsbuild', 'esbuild', 'farm'],
    external: ['@vue/compiler-dom', 'unplugin'],
  },
  'vite-plugin': { entries: ['index'], external: ['@annotate-mcp/unplugin', 'vite'] },
  next: {
    entries: ['index', 'source-loader', 'mdx-loader', 'script-loader'],
    external: ['@annotate-mcp/unplugin'],
  },
};

/**
 * The minifier writes import(`./x.js`). webpack, and with it Next, follows only quoted names when it looks for what a
 * config depends on, and prints a warning for each other.
 */
const quoteImports: Plugin = {
  name: 'quote-imports',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk')
          file.code = file.code.replaceAll(/\bimport\(`([^`$\\]+)`\)/g, 'import("$1")');
    },
  },
};

/**
 * An import of node:http reads all of its exports, and behind the getters of some is an HTTP client that takes longer to
 * load than the hub's own code. Without them.
 */
function readHttp(): Plugin {
  const exports = Object.entries(Object.getOwnPropertyDescriptors(process.getBuiltinModule('node:http')));
  const names = exports.filter(([, descriptor]) => !('get' in descriptor)).map(([name]) => name);
  return {
    name: 'read-http',
    enforce: 'pre',
    resolveId: (source) => (/^(?:node:)?http$/.test(source) ? '\0http' : null),
    load: (id) =>
      id === '\0http'
        ? `const http = process.getBuiltinModule('node:http');
export default http;
export const { ${names.join(', ')} } = http;`
        : null,
  };
}

async function buildBundle(name: string): Promise<void> {
  const bundle = bundles[name];
  if (bundle === undefined)
    throw new Error(`${name} has no bundle; ${Object.keys(bundles).join(', ')} have.`);
  const { entries, external } = bundle;
  const root = join(import.meta.dirname, '../packages', name);
  await build({
    root,
    configFile: false,
    logLevel: 'warn',
    // The dev servers that load the others have read all of it before.
    plugins: name === 'hub' ? [quoteImports, readHttp()] : [quoteImports],
    ssr: {
      noExternal: true,
      external,
      resolve: { conditions: ['@annotate-mcp/source', 'module', 'node', 'default'] },
    },
    build: {
      ssr: true,
      target: 'node22',
      outDir: 'dist/bundle',
      emptyOutDir: true,
      minify: true,
      // Licences of the bundled packages.
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: Object.fromEntries(entries.map((entry) => [entry, join(root, 'src', `${entry}.ts`)])),
        external,
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
}

for (const name of process.argv.slice(2)) await buildBundle(name);
