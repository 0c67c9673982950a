import type { AgentType } from 'add-mcp';

import { claudeDesktop, hasClaudeDesktop } from '../agents/claude-desktop.ts';
import type { ExitCode, GlobalOptions } from '../command.ts';
import type { Dialog, Terminal } from '../terminal.ts';

import { applyPlan } from './apply-plan.ts';
import { agentsFor, cannotAskError, needsConfirmation, noAgentError } from './choose.ts';
import { type Choice, makePlan, type Plan } from './plan.ts';
import { findProject, type Project } from './project.ts';
import { refuseUnsupportedApps } from './refuse-unsupported-apps.ts';
import { isComplete, printJson, printOutcome, showPlan, stepsOf } from './report.ts';

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
    const { askForImports } = await import('./ask-for-imports.ts');
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
  const named = isDesktopNamed ? options.agents?.filter((name) => name !== claudeDesktop) : options.agents;
  const desktop = isDesktopNamed || (browser && options.agents === undefined && hasClaudeDesktop());
  const suggested = agentsFor(named, project.agents);
  const chosen = asking && options.agents === undefined ? await ask(suggested, dialog) : suggested;
  if (chosen === null) return null;
  if (chosen.length === 0 && !desktop) throw noAgentError();
  const guide = options.guide ?? (asking ? await askForGuide(dialog) : false);
  if (guide === null) return null;
  return { agents: chosen, guide: guide ? await workLoop() : null, browser, desktop };
}

async function ask(suggested: readonly AgentType[], dialog: Dialog): Promise<AgentType[] | null> {
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
