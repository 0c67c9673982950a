import type { ConfigEnv, Plugin } from 'vite';

import { type AstroParser, loadTransform, type Project } from '@annotate-mcp/unplugin';

import { isIncluded, type ModuleFilter } from './module-filter.ts';
import { loadViteParser } from './parse-script.ts';

const filter: ModuleFilter = {
  id: { include: /\.astro$/, exclude: /\/node_modules\/|^\0/ },
  code: '$$render`',
};

/**
 * Adds source attributes to the compiled output of Astro components. The source itself cannot be changed: Astro compares
 * sources to detect that only a style was changed. Astro's own attributes exist only in some versions and with the dev
 * toolbar, which removes them from the page.
 */
export function astroAttributes(active: (env: ConfigEnv) => boolean, project: () => Project | null): Plugin {
  let appRoot = '.';
  let parser: Promise<AstroParser | null> | null = null;
  return {
    name: 'annotate:astro-source',
    apply: (_, env) => active(env),
    configResolved(config) {
      appRoot = config.root;
    },
    // After Astro's own plugin, which is listed first, and before plugins that transform plain JavaScript.
    enforce: 'pre',
    transform: {
      filter,
      async handler(code, id) {
        if (!isIncluded(filter, id, code)) return;
        const path = project()?.pathOf(id) ?? null;
        if (path === null) return;
        const map = this.getCombinedSourcemap();
        parser ??= loadParser(appRoot);
        const tags = await tagsOf(map, await parser);
        const parse = await loadViteParser();
        const { markAstro } = await loadTransform.astro();
        return markAstro(code, map, path, { parse, ...(tags !== undefined && { tags }) });
      },
    },
  };
}

async function loadParser(appRoot: string): Promise<AstroParser | null> {
  const { loadAstroParser } = await loadTransform.astroTags();
  return loadAstroParser(appRoot, async (href) => import(/* @vite-ignore */ href));
}

/** `undefined` where the source map tells the positions, `null` where they cannot be told. */
async function tagsOf(map: { sourcesContent?: readonly (string | null)[] }, parse: AstroParser | null) {
  if (parse === null) return undefined;
  const { readAstroTags } = await loadTransform.astroTags();
  return readAstroTags(map.sourcesContent?.[0] ?? '', parse).catch(() => null);
}
