import { realpathSync } from 'node:fs';

import { findProjectRoot, requireSqlite } from '@annotate-mcp/hub/integration';

import { type Loaders, loadersFor } from './loaders.ts';
import { describeError, printError } from './messages.ts';
import { developmentPhase, type NextConfigContext, type NextConfigInput } from './next-config.ts';
import type { AnnotateOptions } from './options.ts';
import { serveHub } from './serve-hub.ts';
import { withTurbopackRules } from './turbopack.ts';
import { withWebpackRules } from './webpack.ts';

/** Lets people annotate the app in `next dev`. In every other phase the config is the one that was given. */
export function withAnnotate<Config extends object>(
  nextConfig: NextConfigInput<Config>,
  options: AnnotateOptions = {},
): (phase: string, context: NextConfigContext<Config>) => Promise<Config> {
  return async (phase, context) => {
    const config = await (typeof nextConfig === 'function' ? nextConfig(phase, context) : nextConfig);
    return phase === developmentPhase ? annotated(config, options) : config;
  };
}

async function annotated<Config extends object>(config: Config, options: AnnotateOptions): Promise<Config> {
  try {
    requireSqlite();
    const appRoot = realpathSync(process.cwd());
    const projectRoot = findProjectRoot({ root: options.root, cwd: appRoot });
    await serveHub(config, options, { projectRoot, appRoot });
    return withRules(config, loadersFor(config, options, projectRoot));
  } catch (error) {
    // An error must not keep the app from starting: it starts without annotations.
    printError(`annotate is off: ${describeError(error)}`);
    return config;
  }
}

/** Next has chosen its bundler before it reads the config. */
function withRules<Config extends object>(config: Config, loaders: Loaders): Config {
  return process.env.TURBOPACK === undefined
    ? withWebpackRules(config, loaders)
    : withTurbopackRules(config, loaders);
}
