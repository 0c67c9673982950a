import { defineCommand } from '../command.ts';
import type { InitOptions } from '../init/init.ts';
import { jsonOption, readWords } from '../options.ts';

export const initCommand = defineCommand<InitOptions>({
  name: 'init',
  summary:
    'put the plugin into your dev server and connect your coding agents; shows what it will change and asks first',
  examples: [
    'annotate-mcp init --dry-run',
    'annotate-mcp init --yes --agents claude-code,cursor',
    'annotate-mcp init --yes --guide',
  ],
  configure: (command) =>
    command
      .option('-y, --yes', 'do not ask')
      .option('--dry-run', 'only show what would be changed')
      .option(
        '--agents <names>',
        'these agents instead of the ones found: claude-code, vscode, cursor, …',
        readWords,
      )
      .option('--guide', 'add the work loop to AGENTS.md or CLAUDE.md')
      .option('--no-guide', 'do not, and do not ask')
      .option('--no-install', 'do not run the package manager; says what to install')
      .addOption(jsonOption()),
  run: async (options, terminal) => {
    const { init } = await import('../init/init.ts');
    return init(options, terminal);
  },
});
