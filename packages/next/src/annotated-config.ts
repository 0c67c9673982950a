import { describeOff, openProject } from '@annotate-mcp/unplugin';

import { type Loaders, loadersFor } from './loaders.ts';
import { printError } from './messages.ts';
import type { AnnotateOptions } from './options.ts';
import { serveHub } from './serve-hub.ts';
import { withTurbopackRules } from './turbopack.ts';
import { withWebpackRules } from './webpack.ts';

/** Starts what serves the hub and returns the config for pages that can be annotated. */
export function annotatedConfig<Config extends object>(config: Config, options: AnnotateOptions): Config {
  try {
    const project = openProject({ root: options.root, cwd: process.cwd() });
    serveHub(config, options, project);
    return withRules(config, loadersFor(config, options, project.root));
  } catch (error) {
    // An error must not keep the app from starting: it starts without annotations.
    printError(describeOff(error));
    return config;
  }
}

/** Next has chosen its bundler before it reads the config. */
function withRules<Config extends object>(config: Config, loaders: Loaders): Config {
  return process.env.TURBOPACK === undefined
    ? withWebpackRules(config, loaders)
    : withTurbopackRules(config, loaders);
}
