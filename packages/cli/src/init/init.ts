import { existsSync, readFileSync } from 'node:fs';

import type { AgentType } from 'add-mcp';

import { claudeDesktop, hasClaudeDesktop } from '../agents/claude-desktop.ts';
import { findUnsupported } from '../apps/supported-versions.ts';
import type { ExitCode, GlobalOptions } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import { addImported } from '../import/import-file.ts';
import type { Dialog, Terminal } from '../terminal.ts';

import { applyChange } from './change.ts';
import { agentsFor, cannotAskError, needsConfirmation, noAgentError } from './choose.ts';
import { filesOfManagers, type Install, runInstall } from './install.ts';
import type { Wiring } from './integrations/integration.ts';
import type { OlderComments } from './older-comments.ts';
import { type Choice, makePlan, type Plan } from './plan.ts';
import { findProject, type Project } from './project.ts';
import { isComplete, printJson, printOutcome, showPlan, stepsOf, describeImport } from './report.ts';
import { withoutMcp } from './shell-skill.ts';
import { rememberChanges } from './undo/written-files.ts';

export interface InitOptions {
  yes?: boolean;
  dryRun?: boolean;
  agents?: string[];
  guide?: boolean;
  browser?: boolean;
  install?: boolean;
  import?: boolean;
  json?: boolean;
  undo?: boolean;
}

export async function init(options: InitOptions & GlobalOptions, terminal: Terminal): Promise<ExitCode> {
  const asking = needsConfirmation(options);
  if (asking && (!terminal.canAsk || options.json === true)) throw cannotAskError();
  const project = await findProject(options.root, process.cwd());
  refuseUnsupportedApps(project);
  const choice = await choose(project, options, asking, terminal.dialog);
  if (choice === null) return printCancelled(terminal);
  const plan = await makePlan(project, { ...choice, importsComments: options.import ?? true }, options.store);
  if (asking && plan.imports.length > 0) {
    const wanted = await askForImports(plan.imports, project, terminal.dialog);
    if (wanted === null) return printCancelled(terminal);
    plan.imports = wanted;
  }
  const setting = { install: options.install ?? true };
  if (options.json !== true) showPlan(project, plan, setting, terminal);
  if (asking && hasSteps(plan)) {
    const isAgreed = await confirmChanges(terminal.dialog);
    if (isAgreed === null) return printCancelled(terminal);
    if (!isAgreed) return printUnchanged(terminal);
  }
  const applied = options.dryRun !== true;
  const failures = applied ? await applyPlan(plan, project.root, setting) : [];
  const outcome = { applied, failures, ...setting };
  if (options.json === true) printJson(project, choice, plan, outcome, terminal);
  else printOutcome(project, plan, outcome, terminal);
  return isComplete(plan) && failures.length === 0 ? 0 : 1;
}

/** Before any question: a person whose framework is too old would answer them for nothing. */
function refuseUnsupportedApps({ apps, root }: Project): void {
  const found = apps.map((app) => findUnsupported(app, root));
  const [first] = found;
  if (first === null || first === undefined || found.includes(null)) return;
  throw new CliError('init/unsupported', `${first.what} Nothing was changed.`, { hint: first.fix });
}

function hasSteps(plan: Plan): boolean {
  const { installs, changes } = stepsOf(plan);
  return installs.length + changes.length + plan.imports.length > 0;
}

/** `null` when the user cancelled. */
async function choose(
  project: Project,
  options: InitOptions,
  asking: boolean,
  dialog: Dialog,
): Promise<Choice | null> {
  const { browser = false } = options;
  const isDesktopNamed = browser && options.agents?.includes(claudeDesktop) === true;
  const isShellNamed = options.agents?.includes(withoutMcp) === true;
  const named = options.agents
    ?.filter((name) => !(isDesktopNamed && name === claudeDesktop))
    .filter((name) => name !== withoutMcp);
  const desktop = isDesktopNamed || (browser && options.agents === undefined && hasClaudeDesktop());
  const suggested = agentsFor(named, project.agents);
  const answer =
    asking && options.agents === undefined
      ? await ask(suggested, dialog)
      : { agents: suggested, shell: isShellNamed };
  if (answer === null) return null;
  const { agents: chosen, shell } = answer;
  if (chosen.length === 0 && !desktop && !shell) throw noAgentError();
  const guide = options.guide ?? (asking && chosen.length > 0 ? await askForGuide(dialog) : false);
  if (guide === null) return null;
  return { agents: chosen, guide: guide ? await workLoop() : null, browser, desktop, shell };
}

/** Those that the person wants; `null` when the user cancelled. */
export async function askForImports(
  imports: readonly OlderComments[],
  project: Project,
  dialog: Dialog,
): Promise<OlderComments[] | null> {
  const { askYesNo } = await import('./ask.ts');
  const wanted: OlderComments[] = [];
  for (const each of imports) {
    const answer = await askYesNo(`Import ${describeImport(each, project)}?`, true, dialog);
    if (answer === null) return null;
    if (answer) wanted.push(each);
  }
  return wanted;
}

async function ask(
  suggested: readonly AgentType[],
  dialog: Dialog,
): Promise<{ agents: AgentType[]; shell: boolean } | null> {
  const { askForAgents } = await import('./ask.ts');
  return askForAgents(suggested, dialog);
}

async function askForGuide(dialog: Dialog): Promise<boolean | null> {
  const { askYesNo } = await import('./ask.ts');
  return askYesNo('Add instructions for working on annotations to AGENTS.md or CLAUDE.md?', false, dialog);
}

async function confirmChanges(dialog: Dialog): Promise<boolean | null> {
  const { askYesNo } = await import('./ask.ts');
  return askYesNo('Make these changes?', true, dialog);
}

async function workLoop(): Promise<string> {
  return (await import('@annotate-mcp/mcp-server')).workLoop;
}

function printCancelled(terminal: Terminal): ExitCode {
  printUnchanged(terminal);
  return 130;
}

function printUnchanged({ note }: Terminal): ExitCode {
  note('Nothing was changed.');
  return 0;
}

/** Makes the changes of a plan, and remembers them for undo. Returns what failed in the apps; the agents are connected all the same. */
async function applyPlan(plan: Plan, root: string, options: { install: boolean }): Promise<CliError[]> {
  for (const change of plan.changes) applyChange(change);
  rememberChanges(root, plan.changes);
  for (const { location, annotations } of plan.imports) await addImported(location, annotations);
  const failures: CliError[] = [];
  for (const wiring of plan.wirings) {
    try {
      await wire(wiring, root, options);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      failures.push(error);
    }
  }
  return failures;
}

async function wire({ install, change }: Wiring, root: string, options: { install: boolean }): Promise<void> {
  if (install !== null && options.install) await installAndRemember(install, root);
  if (change === null) return;
  applyChange(change);
  rememberChanges(root, [change]);
}

/**
 * Package managers also sort the lists of a package.json, and put a newline at its end. pnpm notes packages that are younger
 * than it likes, each with its version, in a file that need not be there.
 */
async function installAndRemember(install: Install, root: string): Promise<void> {
  const read = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : null);
  const before = filesOfManagers(install.folder, root).map((file) => ({ file, text: read(file) }));
  await runInstall(install);
  const what = `the package ${install.package}`;
  for (const { file, text } of before) {
    const after = read(file);
    if (after !== null && after !== text) rememberChanges(root, [{ file, what, before: text, after }]);
  }
}
