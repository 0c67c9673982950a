import { createRequire } from 'node:module';
import { extname, join } from 'node:path';

import { basePathOf } from './next-config.ts';
import { isNextOlder, runningNextVersion } from './next-version.ts';
import type { AnnotateOptions } from './options.ts';
import type { ScriptLoaderOptions } from './script-loader.ts';
import type { SourceLoaderOptions } from './source-loader.ts';

/** A webpack loader; Turbopack runs it too. It may run in another process, so its options are JSON. */
export interface Loader {
  readonly loader: string;
  readonly options: Record<string, string>;
}

export interface Loaders {
  /** For the app's own modules; `null` when switched off. */
  readonly source: Loader | null;
  /** For what the loader of MDX returns; `null` when switched off. */
  readonly mdx: Loader | null;
  /** For Next's modules that start the app in the browser. */
  readonly script: Loader;
}

export function loadersFor(config: object, options: AnnotateOptions, projectRoot: string): Loaders {
  const version = packageVersion();
  const source = {
    root: projectRoot,
    version,
    ...(isNextOlder(runningNextVersion(), '15') && { components: 'attributes' as const }),
  } satisfies SourceLoaderOptions;
  const script = {
    root: projectRoot,
    path: `${basePathOf(config)}/__annotate/overlay.js`,
    version,
  } satisfies ScriptLoaderOptions;
  const isMarking = options.sourceAttributes !== false;
  return {
    source: isMarking ? { loader: fileOf('source-loader'), options: source } : null,
    mdx: isMarking ? { loader: fileOf('mdx-loader'), options: source } : null,
    script: { loader: fileOf('script-loader'), options: script },
  };
}

/** Turbopack keeps on the disk what a loader returned for the same module and options, even after an update of this package. */
function packageVersion(): string {
  const { version } = createRequire(import.meta.url)('@annotate-mcp/next/package.json') as {
    version: string;
  };
  return version;
}

/** The module beside this one, which is TypeScript in this repository and JavaScript in the package. */
function fileOf(name: string): string {
  return join(import.meta.dirname, name + extname(import.meta.filename));
}
