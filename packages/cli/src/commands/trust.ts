import { Option } from 'commander';

import { defineCommand } from '../command.ts';
import { jsonOption, readWords } from '../options.ts';
import type { TrustOptions } from '../trust/trust.ts';

export const trustCommand = defineCommand<TrustOptions>({
  name: 'trust',
  summary: 'decide whether agents get the comments that came with this repository',
  examples: [
    'annotate-mcp trust',
    'annotate-mcp trust --adopt all',
    'annotate-mcp trust --revoke',
    'annotate-mcp trust --list',
  ],
  configure: (command) =>
    command
      .addOption(
        new Option(
          '--adopt <id...>',
          'only these comments, by their ids or the beginnings that list shows; all: every one that is here now',
        )
          .argParser(readWords)
          .conflicts(['revoke', 'list']),
      )
      .addOption(
        new Option('--revoke', 'trust this repository no longer; what you adopted stays yours').conflicts(
          'list',
        ),
      )
      .option('--list', 'print the repositories that you trust')
      .addOption(jsonOption()),
  run: async (options, terminal) => {
    const { trust } = await import('../trust/trust.ts');
    await trust(options, terminal);
    return 0;
  },
});
