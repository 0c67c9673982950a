import { Argument, Option } from 'commander';

import { defineCliCommand } from '../cli-command.ts';
import { jsonOption, readCount, readWords } from '../options.ts';
import type { SyncGitHubOptions } from '../sync/sync-github.ts';

export const syncCommand = defineCliCommand<SyncGitHubOptions>({
  name: 'sync',
  summary: 'bring annotations into the pull request of this branch, and what is answered there back',
  examples: [
    'annotate-mcp sync github --dry-run',
    'annotate-mcp sync github',
    'annotate-mcp sync github --pr 7 --repo octocat/hello-world',
  ],
  configure: (command) =>
    command
      .addArgument(new Argument('<service>', 'where the pull request is').choices(['github']))
      .addOption(
        new Option('--pr <number>', 'the pull request; that of the current branch unless given').argParser(
          readCount,
        ),
      )
      .option('--repo <owner/name>', 'its repository; found by the remotes of git unless given')
      .option('--dry-run', 'print what would be sent and received, and change nothing')
      .addOption(
        new Option(
          '--trust <login...>',
          'accounts whose replies agents get at once; those of others wait until you trust them',
        ).argParser(readWords),
      )
      .option('--no-receive', 'send only: leave the store as it is')
      .option('--from-repository', 'also send comments that came with the repository, as in a workflow')
      .option('--api-url <url>', 'the API of GitHub Enterprise, for example https://github.example/api/v3')
      .addOption(jsonOption()),
  run: async (options, terminal) => {
    const { syncGitHub } = await import('../sync/sync-github.ts');
    await syncGitHub(options, terminal);
    return 0;
  },
});
