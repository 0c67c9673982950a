/** The attack suite: the tests that docs/threat-model.md names. Run as a program, it runs them. */
import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';

import { run, tool } from './toolchain.mjs';

const root = join(import.meta.dirname, '..');
const document = 'docs/threat-model.md';

export interface Attack {
  /** In bold at the beginning of the line. */
  readonly subject: string;
  readonly gotThroughOnce: boolean;
  readonly tests: readonly {
    /** From the root of the repository. */
    readonly file: string;
    /** Tests and suites of the file, in the title of the link; without any, the whole file is meant. */
    readonly names: readonly string[];
  }[];
}

export interface Actor {
  readonly name: string;
  readonly attacks: readonly Attack[];
}

/** One for each section with attacks: who could misuse annotate-mcp, and what they could try. */
export function readActors(): Actor[] {
  const [, ...sections] = readFileSync(join(root, document), 'utf8').split(/^## /m);
  return sections
    .map((section) => ({
      name: section.slice(0, section.indexOf('\n')),
      attacks: section
        .split('\n')
        .filter((line) => line.startsWith('- **') && line.includes(' Tests: '))
        .map(readAttack),
    }))
    .filter(({ attacks }) => attacks.length > 0);
}

function readAttack(line: string): Attack {
  return {
    subject: /\*\*(.+?)\.?\*\*/.exec(line)?.[1] ?? '',
    gotThroughOnce: line.includes('** (got through once).'),
    tests: [...line.matchAll(/\]\(([^) ]+\.test\.tsx?)(?: (["'])(.*?)\2)?\)/g)].map(
      ([, link = '', , title = '']) => ({
        file: posix.join(posix.dirname(document), link),
        names: [...title.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name),
      }),
    ),
  };
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
  const tests = readActors().flatMap(({ attacks }) => attacks.flatMap((attack) => attack.tests));
  const whole = new Set(tests.filter(({ names }) => names.length === 0).map(({ file }) => file));
  const lines = tests
    .filter(({ file }) => !whole.has(file))
    .flatMap(({ file, names }) => names.map((name) => `${file}:${findTest(file, name) ?? 0}`));
  return [...whole, ...new Set(lines)];
}

// With the check that the tables have all actors and name files that exist.
if (import.meta.main)
  process.exitCode = await run([...tool('vitest'), 'run', 'scripts/attacks.test.ts', ...vitestFilters()]);
