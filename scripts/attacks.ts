/** The attack suite: the test files that the table of actors in SECURITY.md names. Prints them, for test-attacks.sh. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface ActorRow {
  /** In bold at the beginning of the row. */
  readonly actor: string;
  /** From the root of the repository. */
  readonly tests: readonly string[];
}

export function readActors(): ActorRow[] {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const table = /<!-- actors:[^>]*-->([^]*?)<!-- \/actors -->/.exec(text)?.[1];
  if (table === undefined) throw new Error('SECURITY.md has no table of actors between its two comments.');
  return table
    .split('\n')
    .filter((line) => line.startsWith('| **'))
    .map((line) => ({
      actor: /\*\*(.+?)\*\*/.exec(line)?.[1] ?? '',
      tests: [...line.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => path),
    }));
}

if (process.argv[1] === import.meta.filename) {
  const files = new Set(readActors().flatMap(({ tests }) => tests));
  process.stdout.write([...files].join('\n'));
}
