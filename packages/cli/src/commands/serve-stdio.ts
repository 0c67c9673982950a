import { defineCommand } from '../command.ts';
import { readWords } from '../options.ts';

interface StdioOptions {
  toolsets?: string[];
  channel?: boolean;
}

export const serveStdioCommand = defineCommand<StdioOptions>({
  name: 'stdio',
  summary: 'the MCP server for your agent, over stdin and stdout; what runs without a command',
  examples: ['annotate-mcp', 'annotate-mcp --root ../shop', 'annotate-mcp --store json:review.json'],
  isDefault: true,
  configure: (command) =>
    command
      .option(
        '--toolsets <names>',
        'only these tools, so that nobody pays for what they do not use',
        readWords,
      )
      .option('--channel', 'push changes to an idle Claude Code that was started with --channels'),
  run: async ({ toolsets, channel = false, debug = false, ...options }, terminal) => {
    // Nothing but MCP may reach stdout from here on: what goes wrong is said on stderr, which agents show.
    const [{ serveStdio }, { openAt, placeOfStore }, { version }] = await Promise.all([
      import('@annotate-mcp/mcp-server'),
      import('../project-store.ts'),
      import('../version.ts'),
    ]);
    const place = placeOfStore(options);
    if (terminal.canAsk) terminal.note(forPeople);
    await serveStdio({
      store: await openAt(place),
      root: place.root,
      version,
      channel,
      ...(toolsets !== undefined && { toolsets }),
      ...(debug && { debug: (line: string) => terminal.note(line) }),
    });
    // After a signal the input is still open, and would keep the process alive.
    process.stdin.destroy();
    return 0;
  },
});

const forPeople =
  'This is the server that your agent starts; it speaks MCP and waits. Ctrl+C ends it. To connect an agent: npx annotate-mcp init.';
