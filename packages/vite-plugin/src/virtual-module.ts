import type { ConfigEnv, Plugin } from 'vite';

/** `import 'virtual:annotate'` in a client entry loads the overlay in pages whose HTML Vite does not process. */
const virtualModule = 'virtual:annotate';
const resolved = `\0${virtualModule}`;

export function overlayModule(active: (env: ConfigEnv) => boolean, scriptPath: () => string | null): Plugin {
  return {
    name: 'annotate:virtual-module',
    apply: (_, env) => active(env),
    ...resolver,
    load: {
      filter: { id: exactly(resolved) },
      handler(id, options) {
        if (id !== resolved) return;
        const path = scriptPath();
        const isOff = path === null || options?.ssr === true;
        return isOff ? emptyCode : loaderCode(path);
      },
    },
  };
}

/** Makes the same import an empty module where the other plugin is off, as in a build, or has failed. */
export function emptyModule(): Plugin {
  return {
    name: 'annotate:empty-module',
    ...resolver,
    load: {
      filter: { id: exactly(resolved) },
      handler: (id) => (id === resolved ? emptyCode : undefined),
    },
  };
}

// Vite before 6.3 ignores the filters of hooks, so every handler compares the id too.
const resolver = {
  resolveId: {
    filter: { id: exactly(virtualModule) },
    handler: (id) => (id === virtualModule ? resolved : undefined),
  },
} satisfies Pick<Plugin, 'resolveId'>;

const emptyCode = { code: 'export {};', moduleSideEffects: false };

// Relative to this module's own URL, because the page may have another origin than Vite. The script tag has the same URL,
// so the browser runs the script only once.
function loaderCode(path: string): string {
  return `const path = ${JSON.stringify(path)};\nimport(/* @vite-ignore */ new URL(path, import.meta.url).href);`;
}

function exactly(id: string): RegExp {
  return new RegExp(`^${id}$`);
}
