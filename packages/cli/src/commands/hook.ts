import { Argument, Option } from 'commander';

import { defineCliCommand } from '../cli-command.ts';
import { hookNames } from '../hook/hook-names.ts';
import type { HookOptions } from '../hook/hook.ts';
import { readCount } from '../options.ts';

export const hookCommand = defineCliCommand<HookOptions>({
  name: 'hook',
  summary: 'answer a hook of a coding agent, as its plugin calls it; turn one off in this project',
  examples: ['annotate-mcp hook stop --off', 'annotate-mcp hook plan --on'],
  configure: (command) =>
    command
      .addArgument(
        new Argument(
          '<hook>',
          'stop: go on while annotations are open; session-start: say how many wait; plan: review a plan in the browser',
        ).choices(hookNames),
      )
      .addOption(new Option('--off', 'turn it off in this project, for you only').conflicts('on'))
      .option('--on', 'turn it on again')
      .option('--wait <seconds>', 'plan: how long to wait for the person', readCount, 1800)
      .option('--no-open', 'plan: do not open a browser; the address is printed to stderr'),
  run: async (options, terminal, [named]) => {
    const { hook } = await import('../hook/hook.ts');
    // Commander has refused every other word.
    const name = hookNames.find((known) => known === named) ?? 'stop';
    return hook(name, options, terminal);
  },
});
