import { Option } from 'commander';

import { defineCliCommand } from '../cli-command.ts';
import { readCount } from '../options.ts';
import type { WorkCommandOptions } from '../work/work.ts';

export const workCommand = defineCliCommand<WorkCommandOptions>({
  name: 'work',
  summary: 'start a coding agent that works on each annotation as it is sent; runs until you stop it',
  examples: [
    'annotate-mcp work',
    'annotate-mcp work --agent claude',
    'annotate-mcp work --agents 3 --worktrees',
    'annotate-mcp work -- my-agent --acp',
  ],
  configure: (command) =>
    command
      .argument('[command...]', 'after "--": a command of your own that speaks the Agent Client Protocol')
      .option(
        '--agent <name>',
        'claude, codex, gemini or opencode (default: what you chose for this project before)',
      )
      .option(
        '--worktrees',
        'each annotation in a git worktree of its own; you decide what becomes of each result',
      )
      .option('--agents <count>', 'how many work at once; more than one needs --worktrees', readCount)
      .addOption(new Option('--offer', 'ask in the page first; the dev server starts it so').hideHelp()),
  run: async (options, terminal, args) => {
    const { work } = await import('../work/work.ts');
    return work(args, options, terminal);
  },
});
