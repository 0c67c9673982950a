import { basename } from 'node:path';

import { loadScriptParser, loadTransform, projectAt } from '@annotate-mcp/unplugin';

import type { LoaderContext } from './loader-context.ts';
import type { SourceLoaderOptions } from './source-loader.ts';

/** Adds source attributes to the elements of an MDX file, which the loader before this one has compiled. */
// oxlint-disable-next-line import/no-default-export -- bundlers load a loader only from the default export
export default function markMdxSource(
  this: LoaderContext<SourceLoaderOptions>,
  code: string,
  map: object | null = null,
): void {
  const done = this.async();
  const path = projectAt(this.getOptions().root).pathOf(this.resourcePath);
  mark(code, path).then((marked) => {
    if (marked === undefined) done(null, code, map);
    else done(null, marked.code, Object.assign(marked.map, { sources: [basename(this.resourcePath)] }));
  }, done);
}

async function mark(code: string, path: string | null) {
  if (path === null) return;
  const { markMdx } = await loadTransform.mdx();
  return markMdx(code, path, await loadScriptParser());
}
