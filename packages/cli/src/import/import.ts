import { resolve } from 'node:path';

import type { GlobalOptions } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import { locateStore } from '../project-store.ts';
import { printable, type Terminal } from '../terminal.ts';

import { addImported, countImported, type ImportCounts, readImportFile } from './import-file.ts';
import type { Problem } from './read-import.ts';

export interface ImportOptions {
  skipInvalid?: boolean;
  dryRun?: boolean;
  json?: boolean;
}

interface Outcome extends ImportCounts {
  skipped: Problem[];
  dryRun: boolean;
}

export async function importAnnotations(
  name: string,
  options: ImportOptions & GlobalOptions,
  terminal: Terminal,
): Promise<void> {
  const { skipInvalid = false, dryRun = false, json = false } = options;
  const file = resolve(name);
  const location = locateStore(options);
  const { annotations, problems } = await readImportFile(file, location.root);
  if (problems.length > 0 && !skipInvalid) throw invalidFileError(file, problems);
  const counts = await (dryRun ? countImported : addImported)(location, annotations);
  const outcome: Outcome = { ...counts, skipped: problems, dryRun };
  if (json) terminal.print(JSON.stringify(outcome, null, 2));
  else printOutcome(outcome, terminal);
}

const shownProblems = 20;

function invalidFileError(file: string, problems: readonly Problem[]): CliError {
  const lines = problems.slice(0, shownProblems).map(describeProblem);
  const rest = problems.length - lines.length;
  const more = rest > 0 ? [`… and ${rest} more`] : [];
  return new CliError(
    'import/invalid',
    [`${file} is not valid, so nothing was imported:`, ...lines, ...more].join('\n'),
    { hint: 'Fix these, or pass --skip-invalid to import the others.' },
  );
}

export function describeProblem({ place, message }: Problem): string {
  return `${place}: ${message}`;
}

function printOutcome({ added, alreadyThere, skipped, dryRun }: Outcome, { print, note }: Terminal): void {
  for (const problem of skipped) note(printable(`Skipped ${describeProblem(problem)}`));
  const verb = dryRun ? 'Would add' : 'Added';
  const there = `${alreadyThere} ${alreadyThere === 1 ? 'was' : 'were'} already there`;
  const without = skipped.length === 0 ? '' : `; ${dryRun ? 'would skip' : 'skipped'} ${skipped.length}`;
  print(`${verb} ${added}; ${there}${without}.`);
  if (added > 0 && !dryRun)
    note('Agents see them when you trust them: annotate-mcp trust --only all, or in the list of the page.');
}
