import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface NextVersion {
  readonly major: number;
  readonly minor: number;
}

/**
 * The version of the Next that runs in this process: the program is a part of it, or a custom server beside it. Where it is
 * in neither place, as with a program that loads the server, it is that of the app; `Infinity` stands for one not found.
 */
export function runningNextVersion(program = process.argv[1] ?? process.cwd()): NextVersion {
  const version = versionFrom(program) ?? versionFrom(join(process.cwd(), 'package.json')) ?? 'Infinity.0';
  const [major = Number.NaN, minor = Number.NaN] = version.split('.').map(Number);
  return { major, minor };
}

function versionFrom(file: string): string | null {
  try {
    const manifest: unknown = createRequire(file)('next/package.json');
    return typeof manifest === 'object' && manifest !== null && 'version' in manifest
      ? String(manifest.version)
      : null;
  } catch {
    // There is no Next to be found from that file.
    return null;
  }
}
