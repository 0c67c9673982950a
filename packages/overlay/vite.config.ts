import { defineConfig, type Plugin, type Rolldown } from 'vite';

import { guardEntries } from './guard-entries.ts';
import manifest from './package.json' with { type: 'json' };

/**
 * Three builds: what the hub serves, which is one module for the first load and chunks for what is only needed now and then;
 * what loads it; and the modules that other packages import.
 */
export default defineConfig({
  root: import.meta.dirname,
  logLevel: 'warn',
  plugins: [withoutMoveErrorTexts(), guardEntries(), edgeOfLoader(), compact(), ignoredByDevtools()],
  resolve: { conditions: ['@annotate-mcp/source', 'module', 'browser', 'default'] },
  builder: {
    buildApp: async (builder) => {
      const { client, loader, modules } = builder.environments;
      // The page last, because its time is the one that scripts/build.ts compares.
      if (modules !== undefined) await builder.build(modules);
      if (loader !== undefined) await builder.build(loader);
      if (client !== undefined) await builder.build(client);
    },
  },
  build: {
    target: 'es2022',
    // Nothing is rewritten for older browsers, because they have nothing that equals `:dir()` and `color-mix()`.
    cssTarget: 'esnext',
    cssMinify: true,
  },
  environments: {
    client: {
      build: {
        outDir: 'dist/page',
        // The loader's build did.
        emptyOutDir: false,
        license: { fileName: 'licenses.md' },
        lib: {
          entry: { overlay: 'src/page.ts' },
          formats: ['es'],
          fileName: (_format, name) => `${name}.js`,
        },
        rolldownOptions: {
          // Shared code stays in the entry: a chunk of its own would be a second request of the first load.
          preserveEntrySignatures: 'allow-extension',
          output: { chunkFileNames: '[name]-[hash].js', minify: true },
        },
      },
    },
    // Apart, because what it has in common with the overlay would be one more request of the first load.
    loader: {
      consumer: 'client',
      build: {
        outDir: 'dist/page',
        emptyOutDir: true,
        copyPublicDir: false,
        lib: { entry: { 'load-overlay': 'src/load-overlay.ts' }, formats: ['es'], fileName: 'load-overlay' },
        rolldownOptions: { output: { minify: true } },
      },
    },
    modules: {
      consumer: 'client',
      build: {
        outDir: 'dist/modules',
        emptyOutDir: true,
        copyPublicDir: false,
        // Of what is no dependency: bippy would bring React into every app, as its peer.
        license: { fileName: 'licenses.md' },
        lib: {
          entry: {
            index: 'src/index.ts',
            ui: 'src/ui/index.ts',
            threads: 'src/threads.ts',
            find: 'src/tracking/find-element.ts',
          },
          formats: ['es'],
          fileName: (_format, name) => `${name}.js`,
        },
        rolldownOptions: {
          external: Object.keys(manifest.dependencies).map((name) => new RegExp(`^${name}(?:/|$)`)),
          // The inspectors are exported, and loaded when they are needed by who mounts the overlay.
          checks: { ineffectiveDynamicImport: false },
          output: { chunkFileNames: '[name]-[hash].js', minify: false },
        },
      },
    },
  },
});

/** A prediction that is refused is not shown (predict.ts), and the hub's answer says why: the texts need not be loaded. */
function withoutMoveErrorTexts(): Plugin {
  return {
    name: 'without-move-error-texts',
    applyToEnvironment: isPage,
    enforce: 'pre',
    transform: (code, id) => {
      if (!id.endsWith('/core/src/move-errors.ts')) return null;
      const names = Array.from(code.matchAll(/^export function (\w+)/gm), ([, name = '']) => name);
      return names.map((name) => `export const ${name} = () => new Error();`).join('\n');
    },
  };
}

/** The page has one edge and one set of first listeners, in its script, which the hub serves beside the folder of the page. */
function edgeOfLoader(): Plugin {
  return {
    name: 'edge-of-loader',
    applyToEnvironment: ({ name }) => name === 'client',
    enforce: 'pre',
    resolveId: (id) =>
      /\/(?:page-edge|first-listeners)\.ts$/.test(id) ? { id: '../overlay.js', external: true } : null,
  };
}

/** Removes from the first load what the minifier keeps: hints for other bundlers, and the ends of lines between rules of CSS. */
function compact(): Plugin {
  return {
    name: 'compact',
    applyToEnvironment: isPage,
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle).filter(isEntry))
        chunk.code = chunk.code
          // A hint may be all that is between two words.
          .replaceAll(/(?<=\w)\/\* @__PURE__ \*\/ (?=[\w$])/g, ' ')
          .replaceAll('/* @__PURE__ */ ', '')
          .replaceAll(/(?<=[`}])\n(?=[.:@`*$[}])/g, '');
    },
  };
}

function isPage({ name }: { name: string }): boolean {
  return name === 'client' || name === 'loader';
}

function isEntry(file: Rolldown.OutputAsset | Rolldown.OutputChunk): file is Rolldown.OutputChunk {
  return file.type === 'chunk' && file.isEntry;
}

/**
 * The overlay records warnings and errors of the console by functions around the console's own. Tools of browsers pass
 * over sources on the ignore list of a source map, and show the line of the app as the origin.
 */
function ignoredByDevtools(): Plugin {
  return {
    name: 'ignored-by-devtools',
    applyToEnvironment: isPage,
    generateBundle(_, bundle) {
      for (const chunk of Object.values(bundle).filter(isEntry)) {
        const mappings = chunk.code.replace(/[^\n]+/g, 'AAAA').replaceAll('\n', ';');
        const map = {
          version: 3,
          sources: ['annotate-mcp'],
          mappings,
          ignoreList: [0],
        };
        chunk.code += `\n//# sourceMappingURL=data:application/json,${JSON.stringify(map)}\n`;
      }
    },
  };
}
