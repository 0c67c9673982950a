import { realpathSync } from 'node:fs';

import type { NextConfig } from 'next';

import { findProjectRoot, requireSqlite } from '@annotate-mcp/hub/integration';

import { loadersFor, type Loaders } from './loaders.ts';
import { describeError, printError } from './messages.ts';
import type { AnnotateOptions } from './options.ts';
import { serveHub } from './serve-hub.ts';
import { withTurbopackRules } from './turbopack.ts';
import { withWebpackRules } from './webpack.ts';

/** What `next.config` may export. */
export type NextConfigInput =
  NextConfig | ((phase: string, context: NextConfigContext) => NextConfig | Promise<NextConfig>);

export interface NextConfigContext {
  defaultConfig: NextConfig;
}

/** Next's `PHASE_DEVELOPMENT_SERVER`. It is not imported, so that a build on any Node and Next loads nothing for it. */
const developmentPhase = 'phase-development-server';

/** Lets people annotate the app in `next dev`. In every other phase the config is the one that was given. */
export function withAnnotate(
  nextConfig: NextConfigInput = {},
  options: AnnotateOptions = {},
): (phase: string, context: NextConfigContext) => Promise<NextConfig> {
  return async (phase, context) => {
    const config = await (typeof nextConfig === 'function' ? nextConfig(phase, context) : nextConfig);
    return phase === developmentPhase ? annotated(config, options) : config;
  };
}

async function annotated(config: NextConfig, options: AnnotateOptions): Promise<NextConfig> {
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
function withRules(config: NextConfig, loaders: Loaders): NextConfig {
  return process.env.TURBOPACK === undefined
    ? withWebpackRules(config, loaders)
    : withTurbopackRules(config, loaders);
}
