import { createEdge, findProjectRoot, openProject, type Project } from '@annotate-mcp/unplugin';

import { type Loaders, loadersFor } from './loaders.ts';
import { printError } from './messages.ts';
import type { AnnotateOptions } from './options.ts';
import { serveHub } from './serve-hub.ts';
import { withTurbopackRules } from './turbopack.ts';
import { withWebpackRules } from './webpack.ts';

let project: Project | null = null;

/** Next reads its config several times in one process. */
const edge = createEdge({
  logError: printError,
  root: () => project?.root ?? findProjectRoot({ cwd: process.cwd() }),
});

/** Starts what serves the hub and returns the config for pages that can be annotated. */
export function annotatedConfig<Config extends object>(config: Config, options: AnnotateOptions): Config {
  return edge.run<object>(
    'all',
    () => annotateIn(config, options),
    () => config,
  ) as Config;
}

function annotateIn(config: object, options: AnnotateOptions): object {
  const opened = openProject({ root: options.root, cwd: process.cwd() });
  project = opened;
  edge.run(
    'all',
    () => serveHub(config, options, { project: opened, edge }),
    () => undefined,
  );
  return withRules(config, loadersFor(config, options, opened.root));
}

/** Next has chosen its bundler before it reads the config. */
function withRules(config: object, loaders: Loaders): object {
  return process.env.TURBOPACK === undefined
    ? withWebpackRules(config, loaders, edge)
    : withTurbopackRules(config, loaders, edge);
}
