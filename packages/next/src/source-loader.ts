import { basename } from 'node:path';

import type { LoaderContext } from './loader-context.ts';
import { type Loaded, loadOrKeep } from './loader-edge.ts';
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
  loadOrKeep(this, {
    part: 'lines',
    code,
    load: () => load(this, code, map),
    keep: () => withoutTypes(this, code, code) ?? { code, map },
  });
}

async function load(
  context: LoaderContext<SourceLoaderOptions>,
  code: string,
  map: object | null,
): Promise<Loaded> {
  const { resourcePath: file } = context;
  const { root, components } = context.getOptions();
  // Not at the top: a loader that cannot be loaded stops the app.
  const { markModule, projectAt } = await import('@annotate-mcp/unplugin');
  const marked = await markModule(
    { code, id: file, map: () => map, components, notesTags: true },
    projectAt(root),
  );
  const untyped = withoutTypes(context, marked?.code ?? code, code);
  if (untyped !== null) return untyped;
  // Both bundlers resolve the names in a loader's map from the folder of the module.
  return marked === undefined
    ? { code, map }
    : { code: marked.code, map: Object.assign(marked.map, { sources: [basename(file)] }) };
}

/** `null` for a module whose types the bundler removes. */
function withoutTypes(
  context: LoaderContext<SourceLoaderOptions>,
  code: string,
  written: string,
): Loaded | null {
  const { resourcePath: file } = context;
  const typescript = typescriptIn(context);
  return typescript !== undefined && file.endsWith('.tsx')
    ? removeTypes({ code, file, written }, typescript)
    : null;
}

function typescriptIn(context: LoaderContext<SourceLoaderOptions>): string | undefined {
  try {
    return context.getOptions().typescript;
  } catch {
    // The bundler that needs it has given us options.
    return undefined;
  }
}
