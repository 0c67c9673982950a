import { createRequire } from 'node:module';

export interface NextVersion {
  readonly major: number;
  readonly minor: number;
}

/** The version of the Next that runs in this process: the program is a part of it, or a custom server beside it. */
export function runningNextVersion(program = process.argv[1] ?? process.cwd()): NextVersion {
  const manifest: unknown = createRequire(program)('next/package.json');
  const version =
    typeof manifest === 'object' && manifest !== null && 'version' in manifest ? manifest.version : '';
  const [major = Number.NaN, minor = Number.NaN] = String(version).split('.').map(Number);
  return { major, minor };
}
