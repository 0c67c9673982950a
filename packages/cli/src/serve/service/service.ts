/** `annotate-mcp serve --install`, `--uninstall` and `--status`. */
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

import { thisMachine } from '@annotate-mcp/store/user-folders';

import type { ExitCode } from '../../cli-command.ts';
import { CliError } from '../../errors.ts';
import { printableLines, type Terminal } from '../../terminal.ts';

import { launchd } from './launchd.ts';
import type { ServiceAction } from './options.ts';
import { runSteps, runCommand } from './run-steps.ts';
import { type Account, type CommandLine, type ServiceSystem, type Step, mark } from './system.ts';
import { systemd } from './systemd.ts';
import { taskScheduler } from './task-scheduler.ts';

export interface ServiceRequest {
  readonly action: ServiceAction;
  readonly dryRun: boolean;
  /** What the service is to run; starts a server on `port`. */
  readonly command: CommandLine;
  readonly port: number;
}

export interface ServiceDeps {
  readonly account: Account;
  /** How long a server may take to start. */
  readonly startTimeoutMs: number;
}

const defaultDeps: ServiceDeps = {
  account: { ...thisMachine, uid: process.getuid?.() ?? null },
  startTimeoutMs: 15_000,
};

export async function runService(
  request: ServiceRequest,
  terminal: Terminal,
  deps: ServiceDeps = defaultDeps,
): Promise<ExitCode> {
  const system = systemOf(deps.account.platform);
  const actions = { install, uninstall, status };
  return actions[request.action](request, terminal, { system, ...deps });
}

export const systems: readonly ServiceSystem[] = [systemd, launchd, taskScheduler];

export function systemOf(platform: NodeJS.Platform): ServiceSystem {
  const system = systems.find((each) => each.platform === platform);
  if (system !== undefined) return system;
  throw new CliError('serve/no-service', `annotate-mcp cannot install a service on ${platform}.`, {
    hint: 'Start "annotate-mcp serve" at login in another way.',
  });
}

interface Context extends ServiceDeps {
  readonly system: ServiceSystem;
}

async function install(request: ServiceRequest, terminal: Terminal, context: Context): Promise<ExitCode> {
  const { system, account } = context;
  const { command, port } = request;
  const steps = system.install({ command }, account);
  const before = installedAs(system, account);
  if (request.dryRun) return show(steps, terminal);
  await requireSystem(context);
  await requirePort(before, port, context);
  await runSteps(steps, account.env);
  terminal.print(`${before === null ? 'Installed' : 'Installed again'} as a ${system.name}:`);
  terminal.print(`  ${system.file(account)}`);
  if (await startedAt(port, context)) {
    terminal.print(`The server runs at http://127.0.0.1:${port} and starts at each login.`);
    terminal.print('Run "annotate-mcp serve --connection" for the connection string of the extension.');
    return 0;
  }
  terminal.print(`The server does not answer at http://127.0.0.1:${port}. Its log: ${system.log(account)}`);
  return 1;
}

async function uninstall(request: ServiceRequest, terminal: Terminal, context: Context): Promise<ExitCode> {
  const { system, account } = context;
  if (installedAs(system, account) === null) {
    terminal.print('The service is not installed; there is nothing to remove.');
    return 0;
  }
  const steps = system.uninstall(account);
  if (request.dryRun) return show(steps, terminal);
  await requireSystem(context);
  await runSteps(steps, account.env);
  terminal.print('The service is stopped and no longer starts at login. Annotations and the key are kept.');
  return 0;
}

/** What `--install` left behind. */
interface Installed {
  readonly file: string;
  readonly port: number | null;
}

/** `null` when there is no such file. Throws when another program has written it. */
function installedAs(system: ServiceSystem, account: Account): Installed | null {
  const file = system.file(account);
  const text = textOf(file, system.encoding);
  if (text === null) return null;
  if (!text.includes(mark)) {
    throw new CliError('serve/foreign-service', `${file} was not written by annotate-mcp; left untouched.`, {
      hint: 'Remove or rename it if you want annotate-mcp to have its place.',
    });
  }
  // The same words in each kind of file, because it is one argument.
  const port = /--port=(\d+)/.exec(text)?.[1];
  return { file, port: port === undefined ? null : Number(port) };
}

function textOf(file: string, encoding: BufferEncoding): string | null {
  try {
    return readFileSync(file, encoding);
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return null;
    throw new CliError('serve/service-failed', `${file} cannot be read.`, {
      hint: 'Make it readable for your user.',
      cause,
    });
  }
}

async function status(request: ServiceRequest, terminal: Terminal, context: Context): Promise<ExitCode> {
  const { system, account } = context;
  const installed = installedAs(system, account);
  const port = installed?.port ?? request.port;
  const answers = await answersAt(port);
  if (installed === null) {
    terminal.print('The service is not installed. "annotate-mcp serve --install" starts it at each login.');
    if (answers) terminal.print(`A server that was started by hand answers at http://127.0.0.1:${port}.`);
    return 1;
  }
  terminal.print(`Installed as a ${system.name}: ${installed.file}`);
  const runs = (await isRunning(context)) ?? answers;
  terminal.print(describeState(runs, answers, port));
  if (!runs || !answers) terminal.print(`Its log: ${system.log(account)}`);
  return runs && answers ? 0 : 1;
}

function describeState(runs: boolean, answers: boolean, port: number): string {
  const at = `http://127.0.0.1:${port}`;
  if (runs)
    return answers
      ? `The service runs and answers at ${at}.`
      : `The service runs, but does not answer at ${at}.`;
  return answers
    ? `The service does not run; a server that was started by hand uses ${at}.`
    : 'The service does not run. "annotate-mcp serve --install" starts it again.';
}

/** Checked before anything is written, so that an error leaves no files behind. */
async function requireSystem({ system, account }: Context): Promise<void> {
  const ran = await runCommand(system.probe(account), account.env);
  if (ran.code !== 0) throw system.unavailableError(ran);
}

/** Otherwise the service would fail at each login, and the other server would be taken for it. */
async function requirePort(before: Installed | null, port: number, context: Context): Promise<void> {
  const isOurs = before?.port === port && (await isRunning(context)) !== false;
  if (isOurs || !(await answersAt(port))) return;
  throw new CliError('serve/service-failed', `A server that was started by hand uses port ${port}.`, {
    hint: `Stop it and run this command again, or use another port: --install --port ${port + 1}.`,
  });
}

async function isRunning({ system, account }: Context): Promise<boolean | null> {
  return system.runs(await runCommand(system.state(account), account.env));
}

async function startedAt(port: number, { startTimeoutMs }: Context): Promise<boolean> {
  const until = Date.now() + startTimeoutMs;
  while (!(await answersAt(port))) {
    if (Date.now() > until) return false;
    await pause(200);
  }
  return true;
}

function show(steps: readonly Step[], { print, colors }: Terminal): ExitCode {
  for (const step of steps) {
    if (step.do === 'run') print(`Would run ${printableLines(inShell(step.command))}`);
    else if (step.do === 'remove') print(`Would remove ${printableLines(step.file)}`);
    else print(`Would write ${printableLines(step.file)}:\n${colors.dim(indented(step.text))}`);
  }
  return 0;
}

function indented(text: string): string {
  const lines = printableLines(text.replace('\ufeff', '')).trimEnd().split('\n');
  return lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n');
}

function inShell(command: CommandLine): string {
  return command.map((word) => (/^[\w./:=\\@-]+$/.test(word) ? word : JSON.stringify(word))).join(' ');
}

/** Whether a server of ours answers on this port of this machine. */
async function answersAt(port: number): Promise<boolean> {
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2000) });
    const health: unknown = await answer.json();
    return typeof health === 'object' && health !== null && 'extensionConnected' in health;
  } catch {
    // No server answers there, or another program does.
    return false;
  }
}
