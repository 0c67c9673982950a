/** `init --undo`: takes back what init or ng add wrote. The annotations stay. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { isDeepStrictEqual } from 'node:util';

import type { ExitCode, GlobalOptions } from '../../cli-command.ts';
import { CliError } from '../../errors.ts';
import type { Terminal } from '../../terminal.ts';
import { applyChange } from '../change.ts';
import { cannotAskError, needsConfirmation } from '../choose.ts';
import type { InitOptions } from '../init.ts';
import { filesOfManagers, type Install, runInstall } from '../install.ts';
import { olderFilesIn } from '../older-comments.ts';
import { findProject, type Project } from '../project.ts';
import { changeAsJson, showByHand, showChange, showProblems, showPackage } from '../report.ts';

import { planUndo, type UndoPlan } from './plan-undo.ts';
import { forgetChanges, originalsOf } from './written-files.ts';

export async function undo(options: InitOptions & GlobalOptions, terminal: Terminal): Promise<ExitCode> {
  const asking = needsConfirmation(options);
  if (asking && (!terminal.canAsk || options.json === true)) throw cannotAskError();
  const project = await findProject(options.root, process.cwd());
  const plan = await planUndo(project, options.store);
  const install = options.install ?? true;
  if (options.json !== true) showUndo(project, plan, install, terminal);
  if (asking && hasSteps(plan)) {
    const { askYesNo } = await import('../ask.ts');
    const isAgreed = await askYesNo('Make these changes?', true, terminal.dialog);
    if (isAgreed !== true) {
      terminal.note('Nothing was changed.');
      return isAgreed === null ? 130 : 0;
    }
  }
  const applied = options.dryRun !== true;
  const failures = applied ? await applyUndo(plan, project.root, install) : [];
  if (applied) forgetChanges(project.root);
  if (options.json === true) printUndoAsJson(project, plan, applied, failures, terminal);
  else printEnd(project, plan, applied, failures, terminal);
  return failures.length === 0 && plan.byHand.length === 0 ? 0 : 1;
}

function hasSteps({ changes, uninstalls }: UndoPlan): boolean {
  return changes.length + uninstalls.length > 0;
}

/** The files first: a dev server that starts between the two finds no import of a package that is gone. */
async function applyUndo(
  { changes, uninstalls, byHand }: UndoPlan,
  root: string,
  install: boolean,
): Promise<CliError[]> {
  const originalOf = originalsOf(root);
  for (const change of changes) applyChange(change);
  // A file that still imports the package would keep the dev server from starting without it.
  if (!install || byHand.length > 0) return [];
  const failures: CliError[] = [];
  for (const each of uninstalls) {
    try {
      await uninstall(each, root, originalOf);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      failures.push(error);
    }
  }
  return failures;
}

/** Where the same is in package.json as before init, so are its bytes. */
async function uninstall(
  each: Install,
  root: string,
  originalOf: ReturnType<typeof originalsOf>,
): Promise<void> {
  const [manifest, ...others] = filesOfManagers(each.folder, root).map((file) => ({
    file,
    original: existsSync(file) ? originalOf(file, readFileSync(file, 'utf8')) : undefined,
  }));
  await runInstall(each);
  for (const { file, original } of others) {
    if (original === null) rmSync(file, { force: true });
    else if (original !== undefined) writeFileSync(file, original);
  }
  if (typeof manifest?.original !== 'string') return;
  const text = readFileSync(manifest.file, 'utf8');
  if (isDeepStrictEqual(JSON.parse(text), JSON.parse(manifest.original)))
    writeFileSync(manifest.file, manifest.original);
}

function showUndo(project: Project, plan: UndoPlan, install: boolean, terminal: Terminal): void {
  const { print } = terminal;
  print(`Project  ${project.root}`);
  print('');
  if (!hasSteps(plan) && plan.byHand.length === 0) print('Nothing of annotate-mcp was found here.');
  for (const change of plan.changes) showChange(change, project, terminal);
  for (const each of plan.uninstalls)
    showPackage('remove', each, project, { install: install && plan.byHand.length === 0 }, terminal);
  for (const each of plan.byHand) showByHand(each, project, terminal, 'Change it by hand');
  print('');
}

function printEnd(
  project: Project,
  plan: UndoPlan,
  applied: boolean,
  failures: readonly CliError[],
  terminal: Terminal,
): void {
  const { print } = terminal;
  showProblems(failures, terminal);
  if (!applied) print('Nothing was changed (--dry-run).');
  else if (failures.length > 0 || plan.byHand.length > 0)
    print('Not finished: do what is marked "cannot" above, then run init --undo again.');
  else if (hasSteps(plan)) print('Done. Restart your dev server and your agents.');
  const store = join(project.root, '.annotate');
  if (existsSync(store))
    print(
      `Your annotations${describeImported(project)} stay in ${store}; delete that folder if you do not need them.`,
    );
}

/** A file of an older tool that is still there may have been imported. */
function describeImported(project: Project): string {
  const names = olderFilesIn(project).map((file) => relative(project.folder, file));
  return names.length === 0 ? '' : `, and what was imported from ${names.join(' and ')},`;
}

function printUndoAsJson(
  { root, folder }: Project,
  { changes, uninstalls, byHand }: UndoPlan,
  applied: boolean,
  failures: readonly CliError[],
  { print }: Terminal,
): void {
  const problems = failures.map(({ message, hint, code }) => ({ error: message, hint, code }));
  const report = { root, folder, applied, changes: changes.map(changeAsJson), uninstalls, byHand, problems };
  print(JSON.stringify(report, null, 2));
}
