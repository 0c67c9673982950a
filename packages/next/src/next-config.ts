import { isRecord } from '@annotate-mcp/core';

/** What `next.config` may export. The config has the type of the Next that the app has installed, whichever version that is. */
export type NextConfigInput<Config extends object> =
  | Config
  | ((phase: string, context: NextConfigContext<Config>) => Config | Promise<Config>);

export interface NextConfigContext<Config> {
  defaultConfig: Config;
}

/** Next's `PHASE_DEVELOPMENT_SERVER`. It is not imported: a build then loads nothing for this package. */
export const developmentPhase = 'phase-development-server';

/** The empty string, or a path such as `/docs`. */
export function basePathOf(config: object): string {
  const basePath = valueIn(config, 'basePath');
  return typeof basePath === 'string' ? basePath : '';
}

/** The host names that Next allows in development, so that a tunnel has to be listed only once. */
export function allowedHostsOf(config: object): string[] {
  const origins = valueIn(config, 'allowedDevOrigins');
  const names = Array.isArray(origins) ? origins.filter((name) => typeof name === 'string') : [];
  // Next writes `*.example.dev` for one label and `**.example.dev` for several, the guard `.example.dev` for both.
  return names.map((name) => name.replace(/^\*{1,2}(?=\.)/, '')).filter((name) => !name.includes('*'));
}

export function valueIn(object: unknown, key: string): unknown {
  return isRecord(object) ? object[key] : undefined;
}

/** The object under this key; an empty one where there is none. */
export function objectIn(object: unknown, key: string): object {
  const value = valueIn(object, key);
  return isRecord(value) ? value : {};
}
