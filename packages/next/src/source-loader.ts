import { markScript, projectAt } from '@annotate-mcp/unplugin';

/** The part of webpack's loader context that Turbopack has as well. */
export interface LoaderContext<Options> {
  /** Absolute path. */
  readonly resourcePath: string;
  getOptions(): Options;
  callback(error: null, code: string, map?: object): void;
}

export interface SourceLoaderOptions {
  /** The project root. */
  readonly root: string;
  readonly version: string;
  readonly [name: string]: string;
}

/** Adds source attributes to the elements of a module of the app, before it is compiled. */
// eslint-disable-next-line import-x/no-default-export -- bundlers load a loader only from the default export
export default function markSource(this: LoaderContext<SourceLoaderOptions>, code: string): void {
  const path = projectAt(this.getOptions().root).pathOf(this.resourcePath);
  const marked = path === null ? undefined : markScript(code, path, { jsx: true, templates: false });
  if (marked === undefined) this.callback(null, code);
  else this.callback(null, marked.code, marked.map);
}
