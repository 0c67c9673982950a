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
  const open = () => openProject({ root: options.root, cwd: process.cwd() });
  const opened = edge.run<Project | null>('all', open, () => null);
  if (opened === null) return config;
  project = opened;
  edge.run(
    'all',
    () => serveHub(config, options, { project: opened, edge }),
    () => undefined,
  );
  return edge.run<object>(
    'lines',
    () => withRules(config, loadersFor(config, options, opened.root)),
    () => config,
  ) as Config;
}

/** Next has chosen its bundler before it reads the config. */
function withRules<Config extends object>(config: Config, loaders: Loaders): Config {
  return process.env.TURBOPACK === undefined
    ? withWebpackRules(config, loaders, edge)
    : withTurbopackRules(config, loaders, edge);
}
