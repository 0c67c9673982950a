/** What is known of the Next that runs in this process: its program is a part of it, or a custom server beside it. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface RunningNext {
  readonly version: NextVersion;
  /** Whether its own schema accepts a config; `null` where it has none that can be asked. */
  readonly accepts: ((config: object) => boolean) | null;
}

export interface NextVersion {
  readonly major: number;
  readonly minor: number;
}

export function runningNext(): RunningNext {
  return { version: runningNextVersion(), accepts: configCheck() };
}

/**
 * Where Next is neither around the program nor beside it, as with a program that loads the server, the version is that of
 * the app; `Infinity` stands for one not found.
 */
export function runningNextVersion(program?: string): NextVersion {
  const manifest = loadFromNext('package.json', program);
  const version = 'version' in manifest ? String(manifest.version) : 'Infinity.0';
  const [major = Number.NaN, minor = Number.NaN] = version.split('.').map(Number);
  return { major, minor };
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
