import { Option } from 'commander';

import { defineCliCommand } from '../cli-command.ts';
import type { ExportOptions } from '../export/export.ts';
import { jsonOption, statusOption } from '../options.ts';

export const exportCommand = defineCliCommand<ExportOptions>({
  name: 'export',
  summary: 'write annotations as Markdown, JSON or JSON lines',
  examples: [
    'annotate-mcp export --status pending',
    'annotate-mcp export --format jsonl --out annotations.jsonl',
  ],
  configure: (command) =>
    command
      .addOption(
        new Option('--format <format>', 'default: markdown; import reads json and jsonl').choices([
          'markdown',
          'json',
          'jsonl',
        ]),
      )
      .option('--out <file>', 'write to this file instead of the terminal')
      .option('--force', 'replace the file if it exists')
      .addOption(statusOption('; open ones unless given, in JSON all'))
      .addOption(jsonOption('without --out the same as --format json; with --out print a summary as JSON')),
  run: async (options, terminal) => {
    const { exportAnnotations } = await import('../export/export.ts');
    await exportAnnotations(options, terminal);
    return 0;
  },
});
