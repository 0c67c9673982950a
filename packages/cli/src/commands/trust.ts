import { Option } from 'commander';

import { defineCliCommand } from '../cli-command.ts';
import { jsonOption, readWords } from '../options.ts';
import type { TrustOptions } from '../trust/trust.ts';

export const trustCommand = defineCliCommand<TrustOptions>({
  name: 'trust',
  summary: 'decide whether agents get the comments that came with this repository',
  examples: [
    'annotate-mcp trust',
    'annotate-mcp trust --yes',
    'annotate-mcp trust --only all --yes',
    'annotate-mcp trust --revoke',
    'annotate-mcp trust --list',
  ],
  configure: (command) =>
    command
      .addOption(
        new Option(
          '--only <id...>',
          'only these comments, by their ids or the beginnings that list shows; all: every one that is here now, and none that comes later',
        )
          .argParser(readWords)
          .conflicts(['revoke', 'list']),
      )
      // What --only was called first.
      .addOption(
        new Option('--adopt <id...>').argParser(readWords).conflicts(['revoke', 'list', 'only']).hideHelp(),
      )
      .addOption(
        new Option(
          '--revoke',
          'trust this repository no longer; what you trusted one by one stays',
        ).conflicts('list'),
      )
      .option('--list', 'print the repositories that you trust')
      .addOption(new Option('-y, --yes', 'do not ask; for scripts').conflicts(['revoke', 'list']))
      .addOption(jsonOption()),
  run: async ({ adopt, ...options }, terminal) => {
    const { trust } = await import('../trust/trust.ts');
    return trust({ ...options, ...(adopt !== undefined && { only: adopt }) }, terminal);
  },
});
