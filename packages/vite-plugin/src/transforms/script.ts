import type { ConfigEnv, Plugin } from 'vite';

import { markScript, mayHoldTemplates, type Project } from '@annotate-mcp/unplugin';

import { usesOtherJsx } from './jsx-framework.ts';
import { parseWithVite } from './parse-script.ts';

/** Adds source attributes to elements in JSX and in html`…` templates, before they are compiled. */
export function scriptAttributes(
  active: (env: ConfigEnv) => boolean,
  project: () => Project | null,
  mode: 'auto' | true,
): Plugin {
  let jsx = mode === true;
  return {
    name: 'annotate:script-source',
    apply: (_, env) => active(env),
    enforce: 'pre',
    configResolved(config) {
      jsx = mode === true || usesOtherJsx(config);
    },
    transform: {
      filter: {
        id: { include: /\.(?:[cm]?[jt]s|[jt]sx)$/, exclude: /\/node_modules\/|^\0/ },
        code: [mayHoldTemplates, /<[a-z]/],
      },
      handler(code, id) {
        const path = project()?.pathOf(id) ?? null;
        if (path === null) return;
        const options = {
          jsx: /\.[jt]sx$/.test(id) && (jsx || namesOtherJsx(code)),
          templates: mayHoldTemplates.test(code),
        };
        return markScript(code, path, options, parseWithVite);
      },
    },
  };
}

// `@jsxImportSource solid-js` at the top of a file overrides the project's setting.
function namesOtherJsx(code: string): boolean {
  const source = /@jsxImportSource\s+(\S+)/.exec(code.slice(0, 2000))?.[1];
  return source !== undefined && source !== 'react';
}
