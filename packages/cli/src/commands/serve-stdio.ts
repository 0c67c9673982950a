import { defineCommand, type GlobalOptions } from '../command.ts';
import { readWords } from '../options.ts';
import type { StorePlace } from '../project-store.ts';
import type { Terminal } from '../terminal.ts';

interface StdioOptions {
  toolsets?: string[];
  channel?: boolean;
  /** `true` when no folder follows. */
  allow?: string[] | true;
  open: boolean;
}

export const serveStdioCommand = defineCommand<StdioOptions>({
  name: 'stdio',
  summary: 'the MCP server for your agent, over stdin and stdout; what runs without a command',
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
        'only these tools, so that nobody pays for what they do not use: annotations, markdown',
        readWords,
      )
      .option('--channel', 'push changes to an idle Claude Code that was started with --channels')
      .option(
        '--allow [folders...]',
        'Markdown files in these folders may be opened, beside those of the project',
      )
      .option('--no-open', 'open no browser for a Markdown review; the agent passes its address on'),
  run: async ({ toolsets, channel = false, debug = false, allow, open, ...options }, terminal) => {
    // Nothing but MCP may reach stdout from here on: what goes wrong is said on stderr, which agents show.
    const [{ serveStdio }, { openAt }, { version }, { ownFolder }] = await Promise.all([
      import('../stdio-server.ts'),
      import('../project-store.ts'),
      import('../version.ts'),
      import('../own-files.ts'),
    ]);
    const place = await placeFor(toolsets, options);
    if (terminal.canAsk) terminal.note(forPeople);
    await serveStdio({
      store: await openAt(place),
      root: place.root,
      roots: await existingFolders(allow, terminal),
      viewFolder: ownFolder('view'),
      version,
      channel,
      ...(toolsets !== undefined && { toolsets }),
      ...(open && { openUrl }),
      ...(debug && { debug: (line: string) => terminal.note(line) }),
    });
    // After a signal the input is still open, and would keep the process alive.
    process.stdin.destroy();
    return 0;
  },
});

const forPeople =
  'This is the server that your agent starts; it speaks MCP and waits. Ctrl+C ends it. To connect an agent: npx annotate-mcp init.';

/** Where there are no annotations, no store is made; and a host that has no project, such as a desktop app, needs none. */
async function placeFor(
  toolsets: readonly string[] | undefined,
  options: GlobalOptions,
): Promise<Pick<StorePlace, 'root' | 'url'>> {
  const { placeOfStore, projectOrNone } = await import('../project-store.ts');
  if (toolsets === undefined || toolsets.length === 0 || toolsets.includes('annotations'))
    return placeOfStore(options);
  return { root: projectOrNone(options), url: 'memory:' };
}

/** Hosts pass on what somebody chose months ago, or the name of a setting that nobody has filled in. */
async function existingFolders(allow: StdioOptions['allow'], { note }: Terminal): Promise<string[]> {
  if (allow === undefined || allow === true) return [];
  const { existingFolder } = await import('../project-store.ts');
  return allow.flatMap((named) => {
    const folder = existingFolder(named);
    if (folder === null) note(`--allow: ${named} is not a folder; nothing is opened there.`);
    return folder ?? [];
  });
}

async function openUrl(url: string): Promise<boolean> {
  const { openInBrowser } = await import('../review/browser.ts');
  return openInBrowser(url);
}
