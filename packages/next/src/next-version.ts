/** What is known of the Next that runs in this process: its program is a part of it, or a custom server beside it. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { isOlderVersion } from '@annotate-mcp/core/version';

export interface RunningNext {
  /** `null` where it is not found. */
  readonly version: string | null;
  /** Whether its own schema accepts a config; `null` where it has none that can be asked. */
  readonly accepts: ((config: object) => boolean) | null;
}

export function runningNext(): RunningNext {
  return { version: runningNextVersion(), accepts: configCheck() };
}

/**
 * Where Next is neither around the program nor beside it, as with a program that loads the server, the version is that of
 * the app; `null` where that is not found either.
 */
export function runningNextVersion(program?: string): string | null {
  const manifest = loadFromNext('package.json', program);
  return 'version' in manifest ? String(manifest.version) : null;
}

/** A version that is not found is taken for a newer one. */
export function isNextOlder(version: string | null, than: string): boolean {
  return version !== null && isOlderVersion(version, than);
}

/** Next checks a config by this schema before it uses it. It is not a public module, so it may be another one some day. */
function configCheck(): RunningNext['accepts'] {
  const { configSchema } = loadFromNext('dist/server/config-schema.js') as { configSchema?: unknown };
  if (!hasSafeParse(configSchema)) return null;
  return (config) => {
    try {
      return configSchema.safeParse(config).success === true;
    } catch {
      // A schema that cannot be asked accepts nothing that we could rely on.
      return false;
    }
  };
}

interface Schema {
  safeParse(value: unknown): { readonly success?: unknown };
}

function hasSafeParse(schema: unknown): schema is Schema {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    'safeParse' in schema &&
    typeof schema.safeParse === 'function'
  );
}

/** A module of the running Next; an empty object where it has none of that name. */
function loadFromNext(module: string, program = process.argv[1] ?? process.cwd()): object {
  return (
    loadFrom(program, `next/${module}`) ??
    loadFrom(join(process.cwd(), 'package.json'), `next/${module}`) ??
    {}
  );
}

function loadFrom(file: string, module: string): object | null {
  try {
    const loaded: unknown = createRequire(file)(module);
    return typeof loaded === 'object' ? loaded : null;
  } catch {
    // There is no Next to be found from that file, or it does not have the module.
    return null;
  }
}
