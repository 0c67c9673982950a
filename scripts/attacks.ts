/** The attack suite: the tests that the three tables in SECURITY.md name. Prints them, for test-attacks.sh. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface AttackRow {
  /** In bold at the beginning of the row. */
  readonly subject: string;
  readonly tests: readonly {
    /** From the root of the repository. */
    readonly file: string;
    /** Tests and suites of the file, in quotation marks behind it; without any, the whole file is meant. */
    readonly names: readonly string[];
  }[];
}

/** Who may do what: the tests of an actor are files, or some tests of a file. */
export function readActors(): AttackRow[] {
  return readRows('actors');
}

/** The threats to the team server. */
export function readTeamThreats(): AttackRow[] {
  return readRows('team');
}

/** Single attacks, each of which got through once. */
export function readAttacks(): AttackRow[] {
  return readRows('attacks');
}

function readRows(table: 'actors' | 'team' | 'attacks'): AttackRow[] {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const found = new RegExp(`<!-- ${table}:[^>]*-->([^]*?)<!-- /${table} -->`).exec(text)?.[1];
  if (found === undefined) throw new Error(`SECURITY.md has no table between the two comments "${table}".`);
  return found
    .split('\n')
    .filter((line) => line.startsWith('| **'))
    .map((line) => ({
      subject: /\*\*(.+?)\*\*/.exec(line)?.[1] ?? '',
      tests: [...line.matchAll(/\]\(([^)#]+)\)([^;|[]*)/g)].map(([, file = '', quoted = '']) => ({
        file,
        names: [...quoted.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
      })),
    }));
}

/** The line on which a test or suite of this name begins, from 1; `null` when the file has none. */
export function findTest(file: string, name: string): number | null {
  const text = readFileSync(join(root, file), 'utf8');
  // A test with settings of its own has its name on the next line.
  const starts = [...text.matchAll(/\b(?:it|describe)(?:\.(?:runIf|skipIf)\([^)]*\))?\(\s*'/g)];
  const found = starts.find(({ 0: start, index }) => text.startsWith(`${name}'`, index + start.length));
  return found === undefined ? null : text.slice(0, found.index).split('\n').length;
}

/** As vitest takes them: a file, or a file and a line. */
function vitestFilters(): string[] {
  const tests = [...readActors(), ...readTeamThreats(), ...readAttacks()].flatMap((row) => row.tests);
  const whole = new Set(tests.filter(({ names }) => names.length === 0).map(({ file }) => file));
  const lines = tests
    .filter(({ file }) => !whole.has(file))
    .flatMap(({ file, names }) => names.map((name) => `${file}:${findTest(file, name) ?? 0}`));
  return [...whole, ...new Set(lines)];
}

if (process.argv[1] === import.meta.filename) process.stdout.write(vitestFilters().join('\n'));
