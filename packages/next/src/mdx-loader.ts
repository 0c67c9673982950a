import { basename } from 'node:path';

import type { LoaderContext } from './loader-context.ts';
import { type Loaded, loadOrKeep } from './loader-edge.ts';
import type { SourceLoaderOptions } from './source-loader.ts';

/** Adds source attributes to the elements of an MDX file, which the loader before this one has compiled. */
// oxlint-disable-next-line import/no-default-export -- bundlers load a loader only from the default export
export default function markMdxSource(
  this: LoaderContext<SourceLoaderOptions>,
  code: string,
  map: object | null = null,
): void {
  loadOrKeep(this, {
    part: 'mdxLines',
    code,
    load: () => load(this, code, map),
    keep: () => ({ code, map }),
  });
}

async function load(
  context: LoaderContext<SourceLoaderOptions>,
  code: string,
  map: object | null,
): Promise<Loaded> {
  const { resourcePath: file } = context;
  const marked = await mark(code, file, context.getOptions().root);
  if (marked === undefined) return { code, map };
  return { code: marked.code, map: Object.assign(marked.map, { sources: [basename(file)] }) };
}

async function mark(code: string, file: string, root: string) {
  // Not at the top: a loader that cannot be loaded stops the app.
  const { loadScriptParser, loadTransform, projectAt } = await import('@annotate-mcp/unplugin');
  const path = projectAt(root).pathOf(file);
  if (path === null) return;
  const { markMdx } = await loadTransform.mdx();
  return markMdx(code, path, await loadScriptParser());
}
