import { relative } from 'node:path';

import { agents, type AgentType } from 'add-mcp';

import type { ExitCode, GlobalOptions } from '../command.ts';
import { printable, type Terminal } from '../terminal.ts';

import { applyChange } from './change.ts';
import { agentsFor, cannotAsk, mustAsk, noAgent } from './choose.ts';
import { type Choice, makePlan, type Plan } from './plan.ts';
import { findProject, type Project } from './project.ts';

export interface InitOptions {
  yes?: boolean;
  dryRun?: boolean;
  agents?: string[];
  guide?: boolean;
  json?: boolean;
}

export async function init(options: InitOptions & GlobalOptions, terminal: Terminal): Promise<ExitCode> {
  const asking = mustAsk(options);
  if (asking && (!terminal.canAsk || options.json === true)) throw cannotAsk();
  const project = await findProject(options.root, process.cwd());
  const choice = await choose(project, options, asking);
  if (choice === null) return left(terminal);
  const plan = await makePlan(project, choice);
  if (options.json !== true) show(project, plan, terminal);
  if (asking && plan.changes.length > 0 && (await agreed()) !== true) return left(terminal);
  const applied = options.dryRun !== true;
  if (applied) for (const change of plan.changes) applyChange(change);
  if (options.json === true) printJson(project, choice, plan, applied, terminal);
  else conclude(plan, applied, terminal);
  return plan.problems.length === 0 ? 0 : 1;
}

/** `null` when the person left. */
async function choose(project: Project, options: InitOptions, asking: boolean): Promise<Choice | null> {
  const suggested = agentsFor(options.agents, project.agents);
  const chosen = asking && options.agents === undefined ? await ask(suggested) : suggested;
  if (chosen === null) return null;
  if (chosen.length === 0) throw noAgent();
  const guide = options.guide ?? (asking ? await askForGuide() : false);
  if (guide === null) return null;
  return { agents: chosen, guide: guide ? await workLoop() : null };
}

async function ask(suggested: readonly AgentType[]): Promise<AgentType[] | null> {
  const { askForAgents } = await import('./ask.ts');
  return askForAgents(suggested);
}

async function askForGuide(): Promise<boolean | null> {
  const { askYesNo } = await import('./ask.ts');
  return askYesNo('Add how to work through annotations to AGENTS.md or CLAUDE.md?', false);
}

async function agreed(): Promise<boolean | null> {
  const { askYesNo } = await import('./ask.ts');
  return askYesNo('Make these changes?', true);
}

async function workLoop(): Promise<string> {
  return (await import('@annotate-mcp/mcp-server')).workLoop;
}

function left({ note }: Terminal): ExitCode {
  note('Nothing was changed.');
  return 0;
}

function show(project: Project, { changes, problems, remarks }: Plan, { print, colors }: Terminal): void {
  const { root, framework, packageManager } = project;
  print(`Project  ${root}`);
  print(`Found    ${[framework ?? 'no framework that we know', packageManager].filter(Boolean).join(', ')}`);
  print('');
  if (changes.length === 0 && problems.length === 0) print('Nothing to change.');
  for (const { file, what, before } of changes) {
    print(
      `${colors.green(before === null ? 'create' : 'change')}  ${shown(file, project)}  ${colors.dim(what)}`,
    );
  }
  for (const { message, hint } of problems) {
    print(`${colors.red('cannot')}  ${printable(message)}`);
    print(`        ${colors.dim(printable(hint))}`);
  }
  for (const remark of remarks) print(`${colors.yellow('note')}    ${remark}`);
  print('');
}

function shown(file: string, { folder }: Project): string {
  return relative(folder, file);
}

function conclude({ changes, connected }: Plan, applied: boolean, { print }: Terminal): void {
  if (!applied) print('Nothing was changed (--dry-run).');
  else if (connected.length === 0) print('No agent was connected.');
  if (!applied || connected.length === 0 || changes.length === 0) return;
  const names = connected.map((agent) => agents[agent].displayName).join(', ');
  print('Done. Next:');
  print(`  1. Restart ${names} in this project and allow the server "annotate" when asked.`);
  print('  2. Run annotate-mcp doctor to see the whole chain.');
}

function printJson(
  { root, folder, framework, packageManager }: Project,
  choice: Choice,
  { changes, connected, problems, remarks }: Plan,
  applied: boolean,
  { print }: Terminal,
): void {
  const report = {
    root,
    folder,
    framework,
    packageManager,
    agents: choice.agents,
    connected,
    applied,
    changes: changes.map(({ file, what, before }) => ({
      file,
      action: before === null ? 'create' : 'change',
      what,
    })),
    problems: problems.map(({ message, hint, code }) => ({ error: message, hint, code })),
    remarks,
  };
  print(JSON.stringify(report, null, 2));
}
