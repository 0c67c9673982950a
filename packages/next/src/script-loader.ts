import type { LoaderContext } from './source-loader.ts';

export interface ScriptLoaderOptions {
  /** The path of the overlay's script on the dev server. */
  readonly path: string;
  readonly version: string;
  readonly [name: string]: string;
}

/** Lets the module that starts the app in the browser load the overlay, too. */
// eslint-disable-next-line import-x/no-default-export -- bundlers load a loader only from the default export
export default function loadOverlay(this: LoaderContext<ScriptLoaderOptions>, code: string): void {
  const path = JSON.stringify(this.getOptions().path);
  // An import changes nothing in the page that React hydrates, as a script element would. The page's origin is named,
  // because chunks may come from another one. Without an answer the app runs without the overlay.
  const load = `import(/* webpackIgnore: true */ /* turbopackIgnore: true */ location.origin + ${path}).catch(() => {});`;
  this.callback(null, `${code}\n${load}\n`);
}
