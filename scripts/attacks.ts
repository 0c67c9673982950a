/** The attack suite: the test files that the three tables in SECURITY.md name. Prints them, for test-attacks.sh. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface ActorRow {
  /** In bold at the beginning of the row. */
  readonly actor: string;
  /** From the root of the repository. */
  readonly tests: readonly string[];
}

export interface ThreatRow {
  /** In bold at the beginning of the row. */
  readonly threat: string;
  readonly tests: readonly { readonly file: string; readonly names: readonly string[] }[];
}

export function readActors(): ActorRow[] {
  return rowsOf('actors').map((line) => ({
    actor: subjectOf(line),
    tests: [...line.matchAll(/\]\(([^)#]+)\)/g)].map(([, path = '']) => path),
  }));
}

/** The threats to the team server. */
export function readTeamThreats(): ThreatRow[] {
  return readThreats('team');
}

/** Single attacks, each of which got through once. */
export function readAttacks(): ThreatRow[] {
  return readThreats('attacks');
}

/** Behind each file are the names of its tests, in quotation marks. */
function readThreats(table: 'team' | 'attacks'): ThreatRow[] {
  return rowsOf(table).map((line) => ({
    threat: subjectOf(line),
    tests: [...line.matchAll(/\]\(([^)#]+)\)([^;|]*)/g)].map(([, file = '', quoted = '']) => ({
      file,
      names: [...quoted.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
    })),
  }));
}

function rowsOf(table: 'actors' | 'team' | 'attacks'): string[] {
  const text = readFileSync(join(root, 'SECURITY.md'), 'utf8');
  const found = new RegExp(`<!-- ${table}:[^>]*-->([^]*?)<!-- /${table} -->`).exec(text)?.[1];
  if (found === undefined) throw new Error(`SECURITY.md has no table between the two comments "${table}".`);
  return found.split('\n').filter((line) => line.startsWith('| **'));
}

function subjectOf(line: string): string {
  return /\*\*(.+?)\*\*/.exec(line)?.[1] ?? '';
}

if (process.argv[1] === import.meta.filename) {
  const named = [...readTeamThreats(), ...readAttacks()].flatMap(({ tests }) =>
    tests.map(({ file }) => file),
  );
  const files = new Set([...readActors().flatMap(({ tests }) => tests), ...named]);
  process.stdout.write([...files].join('\n'));
}
