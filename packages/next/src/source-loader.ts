import { basename } from 'node:path';

import { markModule, projectAt } from '@annotate-mcp/unplugin';

import type { LoaderContext } from './loader-context.ts';
import { removeTypes } from './remove-types.ts';

export interface SourceLoaderOptions {
  /** The project root. */
  readonly root: string;
  readonly version: string;
  /** The path of TypeScript, for a bundler that takes what a loader returns for JavaScript. */
  readonly typescript?: string;
  /** `attributes` for a React that does not note server components. */
  readonly components?: 'attributes';
}

/** Adds source attributes to the elements of a module of the app, before it is compiled. `map` is that of earlier loaders. */
// oxlint-disable-next-line import/no-default-export -- bundlers load a loader only from the default export
export default function markSource(
  this: LoaderContext<SourceLoaderOptions>,
  code: string,
  map: object | null = null,
): void {
  const done = this.async();
  const { resourcePath: file } = this;
  const { root, typescript, components } = this.getOptions();
  const mark = async () => {
    const marked = await markModule(
      { code, id: file, map: () => map, components, notesTags: true },
      projectAt(root),
    );
    if (typescript !== undefined && file.endsWith('.tsx'))
      return removeTypes({ code: marked?.code ?? code, file, written: code }, typescript);
    // Both bundlers resolve the names in a loader's map from the folder of the module.
    return marked === undefined
      ? { code, map }
      : { code: marked.code, map: Object.assign(marked.map, { sources: [basename(file)] }) };
  };
  mark().then((result) => done(null, result.code, result.map), done);
}
