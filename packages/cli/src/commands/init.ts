import { defineCliCommand } from '../cli-command.ts';
import type { InitOptions } from '../init/init.ts';
import { jsonOption, readWords } from '../options.ts';

export const initCommand = defineCliCommand<InitOptions>({
  name: 'init',
  summary:
    'add the plugin to your dev server and connect your coding agents; shows each change and asks first',
  examples: [
    'annotate-mcp init --dry-run',
    'annotate-mcp init --yes --agents claude-code,cursor',
    'annotate-mcp init --yes --agents without-mcp',
    'annotate-mcp init --yes --browser',
    'annotate-mcp init --yes --guide',
    'annotate-mcp init --undo --dry-run',
  ],
  configure: (command) =>
    command
      .option('-y, --yes', 'do not ask')
      .option('--dry-run', 'show the changes and make none')
      .option(
        '--agents <names>',
        'connect these agents instead of those found: claude-code, vscode, cursor, …; without-mcp writes a skill for an agent that has a shell and no MCP',
        readWords,
      )
      .option(
        '--browser',
        'also give the agents the tools for your own Chrome; Claude Desktop too, if it is installed or named',
      )
      .option(
        '--guide',
        'add the work loop to AGENTS.md or CLAUDE.md, and as a skill or command for Codex, Gemini CLI and opencode',
      )
      .option('--no-guide', 'do not add it and do not ask')
      .option('--no-install', 'do not run the package manager; print what to install')
      .option(
        '--no-import',
        'do not import comments that review-loop or ng-annotate left here, and do not ask',
      )
      .option('--undo', 'take back what init or ng add wrote; your annotations stay')
      .addOption(jsonOption()),
  run: async (options, terminal) => {
    if (options.undo === true) {
      const { undo } = await import('../init/undo/undo.ts');
      return undo(options, terminal);
    }
    const { init } = await import('../init/init.ts');
    return init(options, terminal);
  },
});
