import type { LoaderContext } from './loader-context.ts';
import { loadOrKeep } from './loader-edge.ts';

export interface ScriptLoaderOptions {
  /** The project root. */
  readonly root: string;
  /** The path of the overlay's script on the dev server. */
  readonly path: string;
  readonly version: string;
  readonly [name: string]: string;
}

/** Lets the module that starts the app in the browser load the overlay as well. */
// oxlint-disable-next-line import/no-default-export -- bundlers load a loader only from the default export
export default function loadOverlay(this: LoaderContext<ScriptLoaderOptions>, code: string): void {
  loadOrKeep(this, {
    part: 'page',
    code,
    load: () => ({ code: `${code}\n${loadingCode(this.getOptions().path)}\n` }),
    keep: () => ({ code }),
  });
}

/** The element is removed at once, so that React finds the page as the server wrote it; a browser runs its script all the same. */
function loadingCode(path: string): string {
  return `{
  const script = document.createElement('script');
  script.type = 'module';
  script.src = ${JSON.stringify(path)};
  document.head.append(script);
  script.remove();
}`;
}
