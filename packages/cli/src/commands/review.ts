import { Option } from 'commander';

import { defineCliCommand } from '../cli-command.ts';
import { jsonOption, readPort } from '../options.ts';
import type { ReviewOptions } from '../review/review.ts';

const exitCodes = `
Exit codes:
  0  approved, or commented
  1  stopped before anything was submitted, or the file cannot be shown
  2  changes requested
  3  the page was closed without a verdict`;

export const reviewCommand = defineCliCommand<ReviewOptions>({
  name: 'review',
  summary: 'open a Markdown file in the browser, wait for comments on it or a verdict, and print them',
  examples: [
    'annotate-mcp review README.md',
    'annotate-mcp review README.md --mode review',
    'annotate-mcp review README.md --text',
    'annotate-mcp review README.md --port 4800 --host 0.0.0.0',
  ],
  configure: (command) =>
    command
      .argument('<file>', 'a Markdown file')
      .addOption(
        new Option('--mode <mode>', 'edit: comments are instructions; review: a list of points to approve')
          .choices(['edit', 'review'])
          .default('edit'),
      )
      .option('--keep-open', 'print each batch as it is submitted, until Ctrl+C')
      .option('--no-open', 'do not open a browser; the address is printed in any case')
      .option(
        '--port <port>',
        'the port of the page, to forward or publish it (default: any free one)',
        readPort,
      )
      .option(
        '--host <address>',
        'the address to listen on (default: 127.0.0.1); others reach it with --host 0.0.0.0',
      )
      .option('--text', 'print the blocks of the file with their ids and exit')
      .option('--share', 'let git see the comments on the file, which it ignores until then, and exit')
      .addOption(jsonOption('print JSON for scripts, with --keep-open one line for each batch'))
      .addHelpText('after', exitCodes),
  run: async (options, terminal, [file = '']) => {
    const { review } = await import('../review/review.ts');
    return review(file, options, terminal);
  },
});
