import { Option } from 'commander';

import { kinds } from '@annotate-mcp/core';

import { defineCliCommand } from '../cli-command.ts';
import type { ListOptions } from '../list/list.ts';
import { jsonOption, readCount, statusOption } from '../options.ts';

export const listCommand = defineCliCommand<ListOptions>({
  name: 'list',
  summary: 'show annotations, newest first',
  examples: [
    'annotate-mcp list --status pending',
    'annotate-mcp list --status resolved --grep "price tag"',
    'annotate-mcp list --page /cart --json',
    'annotate-mcp list --author Ada --assignee claude-code',
    'annotate-mcp list --stats',
  ],
  configure: (command) =>
    command
      .addOption(statusOption())
      .option(
        '--page <page>',
        'only on this page: its path such as /cart, any address of it, or a Markdown file',
      )
      .option('--app <id>', 'only of this app: its folder relative to the project root')
      .option('--session <id>', 'only from this browser tab')
      .addOption(new Option('--kind <kind>', 'only of this kind').choices(kinds))
      .option('--author <name>', 'only written by this person: their name, or the beginning of their id')
      .option('--assignee <name>', 'only assigned to this person or agent')
      .option(
        '--grep <text>',
        'only with this text (plain, any case) in the request, replies, component names, files or page',
      )
      .option('--limit <n>', 'at most this many', readCount, 50)
      .option(
        '--stats',
        'show which agent did what: its time from the comment to resolved, the files it changed, and a line for each agent',
      )
      .addOption(jsonOption()),
  run: async (options, terminal) => {
    if (options.stats === true) {
      const { listStats } = await import('../list/list-stats.ts');
      await listStats(options, terminal);
      return 0;
    }
    const { list } = await import('../list/list.ts');
    await list(options, terminal);
    return 0;
  },
});
