import { basename } from 'node:path';

import { markModule, projectAt } from '@annotate-mcp/unplugin';

import type { LoaderContext } from './loader-context.ts';

export interface SourceLoaderOptions {
  /** The project root. */
  readonly root: string;
  readonly version: string;
  readonly [name: string]: string;
}

/** Adds source attributes to the elements of a module of the app, before it is compiled. `map` is that of earlier loaders. */
// eslint-disable-next-line import-x/no-default-export -- bundlers load a loader only from the default export
export default function markSource(
  this: LoaderContext<SourceLoaderOptions>,
  code: string,
  map: object | null = null,
): void {
  const done = this.async();
  const module = { code, id: this.resourcePath, map: () => map };
  markModule(module, projectAt(this.getOptions().root)).then((marked) => {
    if (marked === undefined) done(null, code, map);
    // Both bundlers resolve the names in a loader's map from the folder of the module.
    else done(null, marked.code, Object.assign(marked.map, { sources: [basename(this.resourcePath)] }));
  }, done);
}
