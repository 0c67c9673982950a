import { defineCliCommand } from '../cli-command.ts';
import { readWords } from '../options.ts';
import type { StdioOptions } from '../stdio/stdio.ts';

export const serveStdioCommand = defineCliCommand<StdioOptions>({
  name: 'stdio',
  summary: 'the MCP server for your agent, over stdin and stdout; runs when no command is given',
  examples: [
    'annotate-mcp',
    'annotate-mcp --root ../shop',
    'annotate-mcp --store json:review.json',
    'annotate-mcp --toolsets markdown --allow ../notes',
  ],
  isDefault: true,
  configure: (command) =>
    command
      .option(
        '--toolsets <names>',
        'offer only these toolsets, to save tokens: annotations, markdown, browser; auto: annotations only in a project that uses annotate-mcp. Without it, browser is offered when the extension is installed',
        readWords,
      )
      .option(
        '--channel',
        'push changes to an idle Claude Code that was started with this server as a channel',
      )
      .option(
        '--allow [folders...]',
        'also allow Markdown files in these folders, not only those of the project',
      )
      .option(
        '--no-open',
        'do not open a browser for a Markdown review; the agent tells the person the address',
      ),
  run: async (options, terminal) => {
    // From here on stdout carries MCP messages only. Errors go to stderr, which agents show.
    const { stdio } = await import('../stdio/stdio.ts');
    await stdio(options, terminal);
    return 0;
  },
});
