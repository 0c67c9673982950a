/** Prints the plan and the outcome of init, for people and as JSON. */
import { relative } from 'node:path';

import { agents } from 'add-mcp';
import { diffArrays } from 'diff';

import { isInside } from '@annotate-mcp/store/files';

import { trustStepOf } from '../agents/folder-trust.ts';
import { serverEntry, wrapperStepOf } from '../agents/server.ts';
import { whatToSay } from '../agents/what-to-say.ts';
import { type App, devScriptOf } from '../apps/apps.ts';
import { runCommand } from '../apps/package-manager.ts';
import { partOf, serverCommandOf } from '../apps/page-side.ts';
import { versionOf } from '../apps/supported-versions.ts';
import { isExtensionInstalled } from '../bridge/bridge-files.ts';
import type { CliError } from '../errors.ts';
import { printable, printableLines, type Terminal } from '../terminal.ts';

import type { Change } from './change.ts';
import type { Install } from './install.ts';
import { integrations } from './integrations/index.ts';
import type { ByHand } from './integrations/integration.ts';
import type { OlderComments } from './older-comments.ts';
import type { Choice, Plan } from './plan.ts';
import type { Project } from './project.ts';
import { shellSkillName } from './shell-skill.ts';

export interface Outcome {
  applied: boolean;
  /** The package manager was to be run. */
  install: boolean;
  failures: readonly CliError[];
}

/** All steps, in the order in which they are done. */
export function stepsOf({ changes, wirings }: Plan): { installs: Install[]; changes: Change[] } {
  return {
    installs: wirings.flatMap(({ install }) => install ?? []),
    changes: [...changes, ...wirings.flatMap(({ change }) => change ?? [])],
  };
}

export function showPlan(
  project: Project,
  plan: Plan,
  options: { install: boolean },
  terminal: Terminal,
): void {
  const { print, colors } = terminal;
  const { installs, changes } = stepsOf(plan);
  const byHand = plan.wirings.flatMap((wiring) => wiring.byHand ?? []);
  print(`Project  ${project.root}`);
  print(`Found    ${whatWasFound(project)}`);
  print('');
  if (installs.length + changes.length + plan.imports.length + plan.problems.length + byHand.length === 0)
    print('Nothing to change.');
  for (const { wiredIn, app } of plan.wirings) {
    if (wiredIn !== null)
      print(`ok      ${shown(wiredIn, project)}  ${colors.dim(`has the ${partOf(app)}`)}`);
  }
  for (const install of installs) {
    showPackage('install', install, project, options, terminal);
    for (const { file, what } of install.edits ?? [])
      print(`          ${colors.dim('which changes')} ${shown(file, project)}  ${colors.dim(what)}`);
  }
  for (const change of changes) showChange(change, project, terminal);
  for (const each of plan.imports) print(`${colors.green('import')}  ${describeImport(each, project)}`);
  showProblems(plan.problems, terminal);
  for (const each of byHand) showByHand(each, project, terminal);
  for (const remark of plan.remarks) print(`${colors.yellow('note')}    ${remark}`);
  print('');
}

function whatWasFound({ apps, folder, root, framework, packageManager }: Project): string {
  const inFolders = apps.map((app) => {
    const path = relative(folder, app.folder);
    const version = versionOf(app, root);
    const known = version === null ? '' : ` (${app.framework.versions?.package ?? ''} ${version})`;
    return `${app.framework.name}${known}${path === '' ? '' : ` in ${path}`}`;
  });
  const found = inFolders.length > 0 ? inFolders : [framework ?? 'no known framework'];
  return [...found, packageManager].filter(Boolean).join(', ');
}

export function describeImport({ file, tool, added }: OlderComments, project: Project): string {
  return `${added} ${added === 1 ? 'comment' : 'comments'} of ${tool} from ${shown(file, project)}, which stays as it is`;
}

/** `action` is what happens to the package, or what the person is asked to do. */
export function showPackage(
  action: 'install' | 'remove',
  { package: name, folder, command }: Install,
  project: Project,
  { install }: { install: boolean },
  { print, colors }: Terminal,
): void {
  const how = `${command.join(' ')}${inFolder(folder, project)}`;
  if (install) print(`${colors.green(action.padEnd(7))} ${name}  ${colors.dim(how)}`);
  else
    print(
      `${colors.yellow('note')}    ${action === 'install' ? 'Install' : 'Remove'} ${name} yourself: ${how}`,
    );
}

export function showChange(
  { file, what, before, after, isSource = false }: Change,
  project: Project,
  { print, colors }: Terminal,
): void {
  print(`${colors.green(actionOf({ before, after }))}  ${shown(file, project)}  ${colors.dim(what)}`);
  if (!isSource || before === null || after === null) return;
  for (const line of lineDiff(before, after)) {
    print(`          ${(line.startsWith('+') ? colors.green : colors.red)(printableLines(line))}`);
  }
}

function actionOf({ before, after }: Pick<Change, 'before' | 'after'>): 'create' | 'change' | 'delete' {
  if (after === null) return 'delete';
  return before === null ? 'create' : 'change';
}

export function showProblems(problems: readonly CliError[], { print, colors }: Terminal): void {
  for (const { message, hint } of problems) {
    print(`${colors.red('cannot')}  ${printable(message)}`);
    print(`        ${colors.dim(printable(hint))}`);
  }
}

export function showByHand(
  { file, why, lines }: ByHand,
  project: Project,
  { print, colors }: Terminal,
  task = 'Add by hand',
): void {
  print(`${colors.red('cannot')}  ${shown(file, project)} ${why}; it was left untouched. ${task}:`);
  for (const line of lines) print(`          ${line}`);
}

/** From the current folder; outside the project the whole path. */
function shown(file: string, { folder, root }: Project): string {
  return isInside(file, root) ? relative(folder, file) : file;
}

/** Prints what the user has to do next. */
export function printOutcome(
  project: Project,
  plan: Plan,
  { applied, failures, install }: Outcome,
  terminal: Terminal,
): void {
  showProblems(failures, terminal);
  const { print } = terminal;
  const { connected, desktop, shell } = plan;
  const hasAgent = connected.length > 0 || desktop || shell;
  const { installs, changes } = stepsOf(plan);
  const isFinished = isComplete(plan) && failures.length === 0;
  if (!applied) print('Nothing was changed (--dry-run).');
  else if (!hasAgent) print('No agent was connected.');
  if (!applied || !hasAgent || installs.length + changes.length + plan.imports.length === 0) return;
  print(isFinished ? 'Done. Next:' : 'Not finished. Next:');
  const steps = nextSteps(project, plan, { isFinished, install });
  for (const [index, step] of steps.entries()) print(`  ${index + 1}. ${step}`);
}

/** The user has nothing to do by hand. */
export function isComplete({ problems, wirings }: Plan): boolean {
  return problems.length === 0 && wirings.every(({ byHand }) => byHand === null);
}

function nextSteps(
  project: Project,
  plan: Plan,
  { isFinished, install }: { isFinished: boolean; install: boolean },
): string[] {
  const { connected } = plan;
  const { installs } = stepsOf(plan);
  const names = connected.map((agent) => agents[agent].displayName).join(', ');
  const sayings = whatToSay(connected).map((saying) => `\n       ${saying}`);
  return [
    ...(isFinished ? [] : ['Do what is marked "cannot" above, then run init again.']),
    ...(install ? [] : installs.map((each) => installStep(each, project))),
    startStep(project),
    ...(plan.imports.length === 0
      ? []
      : ['Agents see imported comments when you trust them: npx annotate-mcp trust --only all']),
    ...browserSteps(plan),
    ...connected.flatMap((agent) => trustStepOf(agent, project.root) ?? []),
    ...connected.flatMap((agent) => wrapperStepOf(agent, { ...serverEntry() }) ?? []),
    ...(connected.length === 0
      ? []
      : [
          `Restart ${names} in this project and allow the server "annotate" when asked. Then say to${sayings.join('')}`,
        ]),
    ...(plan.shell
      ? [`Say to your agent without MCP: "Use the skill ${shellSkillName}, and keep watching."`]
      : []),
    'If something does not work, run npx annotate-mcp doctor.',
  ];
}

function browserSteps({ browser, desktop }: Plan): string[] {
  if (!browser) return [];
  return [
    ...(isExtensionInstalled()
      ? []
      : [
          'Run npx annotate-mcp extension: it puts the extension for your Chrome in place, once for all projects.',
        ]),
    ...(desktop ? ['Restart Claude Desktop.'] : []),
  ];
}

function installStep({ folder, command }: Install, project: Project): string {
  return `Install the package: ${command.join(' ')}${inFolder(folder, project)}`;
}

/** How the person comes to see the app with the overlay. */
function startStep(project: Project): string {
  const { apps, elsewhere, root, packageManager } = project;
  if (elsewhere.length > 0) {
    const folders = elsewhere.map(({ folder }) => relative(root, folder)).join(' or ');
    return `Run npx annotate-mcp init in the folder of your app: ${folders}.`;
  }
  const unwired = new Set(apps.map((app) => proxyCommandOf(app, project)));
  const [command = ownCommand, ...commands] = unwired;
  if (command !== null && commands.length === 0)
    return `Start your app with ${command} and open the address that it prints.`;
  const [script = null, ...others] = new Set(apps.map(devScriptOf));
  const how = script === null || others.length > 0 ? '' : ` (${runCommand(packageManager, script)})`;
  return `Restart your dev server${how} and open the app.`;
}

const ownCommand = 'npx annotate-mcp dev -- <your command>';

/** With its folder; `null` for an app that our part is in. */
function proxyCommandOf(app: App, project: Project): string | null {
  const command = serverCommandOf(app) ?? (hasIntegration(app) ? null : commandByScript(app, project));
  return command === null ? null : command + inFolder(app.folder, project);
}

function hasIntegration(app: App): boolean {
  return integrations.some(({ fits }) => fits(app));
}

function commandByScript({ manifest }: App, { packageManager }: Project): string {
  const script = ['dev', 'start', 'serve'].find((name) => manifest.scripts.has(name));
  return script === undefined ? ownCommand : `npx annotate-mcp dev -- ${runCommand(packageManager, script)}`;
}

function inFolder(folder: string, project: Project): string {
  const path = relative(project.folder, folder);
  return path === '' ? '' : ` (in ${path})`;
}

export function printJson(
  project: Project,
  { agents: chosen }: Choice,
  plan: Plan,
  outcome: Outcome,
  { print }: Terminal,
): void {
  const { root, folder, framework, packageManager, apps } = project;
  const { installs, changes } = stepsOf(plan);
  const { connected, wirings, problems, remarks } = plan;
  const report = {
    root,
    folder,
    framework,
    packageManager,
    apps: apps.map((app) => ({
      folder: app.folder,
      framework: app.framework.name,
      version: versionOf(app, root),
    })),
    agents: chosen,
    connected,
    applied: outcome.applied,
    installs: installs.map((install) => ({ ...install, run: outcome.applied && outcome.install })),
    changes: changes.map(changeAsJson),
    imports: plan.imports.map(({ file, tool, added }) => ({ file, tool, added })),
    wired: wirings.flatMap(({ wiredIn }) => wiredIn ?? []),
    byHand: wirings.flatMap(({ byHand }) => byHand ?? []),
    problems: [...problems, ...outcome.failures].map(({ message, hint, code }) => ({
      error: message,
      hint,
      code,
    })),
    remarks,
  };
  print(JSON.stringify(report, null, 2));
}

export function changeAsJson({ file, what, before, after, isSource = false }: Change): object {
  const action = actionOf({ before, after });
  const hasDiff = isSource && before !== null && after !== null;
  return { file, action, what, ...(hasDiff && { diff: lineDiff(before, after) }) };
}

/** The lines that a change takes away and brings, in the order of the file. */
export function lineDiff(before: string, after: string): string[] {
  return diffArrays(before.split(/\r?\n/), after.split(/\r?\n/)).flatMap(({ added, removed, value }) =>
    added || removed ? value.map((line) => `${added ? '+' : '-'} ${line}`) : [],
  );
}
