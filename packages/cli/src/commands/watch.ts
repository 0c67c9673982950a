import { Option } from 'commander';

import { defineCliCommand } from '../cli-command.ts';
import { asOption, jsonOption, readCount } from '../options.ts';
import type { WatchOptions } from '../shell/watch.ts';

export const watchCommand = defineCliCommand<WatchOptions>({
  name: 'watch',
  summary: 'wait for work and print it: an annotation that waits, or a reply to what you hold',
  examples: [
    'annotate-mcp watch --once',
    'annotate-mcp watch --once --json --timeout 100',
    'annotate-mcp watch --follow',
  ],
  configure: (command) =>
    command
      .addOption(
        new Option(
          '--once',
          'print one annotation as Markdown and end; this is what happens without options',
        ).conflicts('follow'),
      )
      .option(
        '--follow',
        'print one line for each thing to do, with its id and no text of it, until stdin is closed',
      )
      .option('--new', 'with --follow: only what comes from now on')
      .addOption(new Option('--hook', 'with --follow: be quiet where the stop hook is turned off').hideHelp())
      .option('--timeout <seconds>', 'end with exit code 3 when nothing came', readCount)
      .addOption(asOption())
      .addOption(jsonOption('print JSON, as the tools of the MCP server give it')),
  run: async (options, terminal) => {
    const { watch } = await import('../shell/watch.ts');
    return watch(options, terminal);
  },
});
