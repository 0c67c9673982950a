/** Answers the hooks of a coding agent: it writes JSON to stdin, and reads the answer from stdout. */
import { HookSwitch, type SwitchableHook, switchableHooks } from '@annotate-mcp/store/trust';

import type { ExitCode, GlobalOptions } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import { locateStore, openWithDocuments, type StoreLocation, using } from '../project-store.ts';
import { openInBrowser } from '../review/open-in-browser.ts';
import type { Terminal } from '../terminal.ts';

import { planInputSchema, readHookInput, sessionStartInputSchema, stopInputSchema } from './hook-input.ts';
import type { HookName } from './hook-names.ts';

export interface HookOptions {
  off?: boolean;
  on?: boolean;
  /** Seconds. */
  wait: number;
  open: boolean;
}

type Options = HookOptions & GlobalOptions;

/**
 * A hook must not disturb the session of the agent: without a store, and whatever fails, it answers nothing and the exit
 * code is 0. With `--debug` stderr says why.
 */
export async function hook(name: HookName, options: Options, terminal: Terminal): Promise<ExitCode> {
  if (options.off === true || options.on === true) return turn(name, options, terminal);
  if (terminal.canAsk) throw notForPeopleError(name);
  try {
    const answer = await answerHook(name, await readHookInput(terminal.dialog.input), options, terminal);
    if (answer !== null) terminal.print(JSON.stringify(answer));
  } catch (error) {
    if (options.debug === true) terminal.note(String(error));
  }
  return 0;
}

async function answerHook(
  name: HookName,
  input: unknown,
  options: Options,
  { note }: Terminal,
): Promise<object | null> {
  switch (name) {
    case 'stop': {
      const stopping = stopInputSchema.parse(input);
      const location = locateFor(stopping, options);
      if (!new HookSwitch('stop').isOn(location.root)) return null;
      const store = await openWithDocuments(location);
      const { answerStop } = await import('./stop.ts');
      return store === null ? null : using(store, (open) => answerStop(open, stopping));
    }
    case 'session-start': {
      const store = await openWithDocuments(locateFor(sessionStartInputSchema.parse(input), options));
      const { answerSessionStart } = await import('./session-start.ts');
      return store === null ? null : using(store, (open) => answerSessionStart(open, new Date()));
    }
    case 'plan': {
      const planned = planInputSchema.parse(input);
      if (!new HookSwitch('plan').isOn(projectFolder(planned))) return null;
      const { answerPlan } = await import('./plan.ts');
      const print = async (address: string) => {
        note(address);
        return true;
      };
      return answerPlan(planned, {
        show: options.open ? openInBrowser : print,
        waitMs: options.wait * 1_000,
      });
    }
  }
}

/** The store of the project that the agent was started in, which is also that of its MCP server. */
function locateFor(input: { cwd?: string }, options: Options): StoreLocation {
  return locateStore({ ...options, cwd: projectFolder(input) });
}

function projectFolder({ cwd }: { cwd?: string }): string {
  return process.env.CLAUDE_PROJECT_DIR ?? cwd ?? process.cwd();
}

function turn(name: HookName, options: Options, terminal: Terminal): ExitCode {
  const hookName = switchable(name);
  const { root } = locateStore(options);
  const hookSwitch = new HookSwitch(hookName);
  if (options.off === true) {
    const repository = hookSwitch.turnOff(root);
    terminal.print(`The ${hookName} hook is off in ${repository}, for you only.`);
    terminal.print(`To turn it on again: annotate-mcp hook ${hookName} --on`);
    return 0;
  }
  const wasOff = hookSwitch.turnOn(root);
  terminal.print(
    wasOff ? `The ${hookName} hook is on in ${root} again.` : `The ${hookName} hook was on already.`,
  );
  return 0;
}

function isSwitchable(name: HookName): name is SwitchableHook {
  return switchableHooks.some((hookName) => hookName === name);
}

function switchable(name: HookName): SwitchableHook {
  if (isSwitchable(name)) return name;
  throw new CliError('cli/usage', `The hook ${name} cannot be turned off: it only says how much waits.`, {
    hint: `Turn off one of these: ${switchableHooks.join(', ')}. Or remove the plugin from your agent.`,
  });
}

function notForPeopleError(name: HookName): CliError {
  return new CliError(
    'cli/usage',
    `The hook ${name} is started by a coding agent, which writes JSON to it.`,
    {
      hint: isSwitchable(name)
        ? `To turn it off or on: annotate-mcp hook ${name} --off, or --on.`
        : 'It cannot be turned off; remove the plugin from your agent if you do not want it.',
    },
  );
}
