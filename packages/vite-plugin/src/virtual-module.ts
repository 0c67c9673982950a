import type { ConfigEnv, Plugin } from 'vite';

/** `import 'virtual:annotate'` in a client entry, for pages whose HTML does not pass through Vite. */
export const virtualModule = 'virtual:annotate';
const resolved = `\0${virtualModule}`;

export function overlayModule(active: (env: ConfigEnv) => boolean, scriptPath: () => string | null): Plugin {
  return {
    name: 'annotate:virtual-module',
    apply: (_, env) => active(env),
    ...resolver,
    load: {
      filter: { id: exactly(resolved) },
      handler() {
        const path = scriptPath();
        return path === null || this.environment.config.consumer === 'server' ? empty : loader(path);
      },
    },
  };
}

/** The same import where the overlay has no business: nothing is left of it in a build. */
export function absentModule(active: (env: ConfigEnv) => boolean): Plugin {
  return {
    name: 'annotate:absent-module',
    apply: (_, env) => !active(env),
    ...resolver,
    load: { filter: { id: exactly(resolved) }, handler: () => empty },
  };
}

const resolver = {
  resolveId: { filter: { id: exactly(virtualModule) }, handler: () => resolved },
} satisfies Pick<Plugin, 'resolveId'>;

const empty = { code: 'export {};', moduleSideEffects: false };

// Counted from this module's own URL, because the page may be served by another origin than Vite. The script tag
// names the same URL, and a browser runs one module once.
function loader(path: string): string {
  return `const path = ${JSON.stringify(path)};\nimport(/* @vite-ignore */ new URL(path, import.meta.url).href);`;
}

function exactly(id: string): RegExp {
  return new RegExp(`^${id}$`);
}
