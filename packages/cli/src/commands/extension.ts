import { Option } from 'commander';

import { defineCliCommand } from '../cli-command.ts';
import type { ExtensionOptions } from '../extension/extension.ts';

export const extensionCommand = defineCliCommand<ExtensionOptions>({
  name: 'extension',
  summary: 'unpack the Chrome extension, or update it, and say how to load it',
  examples: [
    'annotate-mcp extension',
    'annotate-mcp extension --print-path',
    'annotate-mcp extension --remove',
  ],
  configure: (command) =>
    command
      .option('--print-path', 'print only the folder, for scripts')
      .addOption(new Option('--remove', 'delete the unpacked files').conflicts('printPath'))
      .option('--no-open', 'do not start Chrome'),
  run: async (options, terminal) => {
    const { extension } = await import('../extension/extension.ts');
    return extension(options, terminal);
  },
});
