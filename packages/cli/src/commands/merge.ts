import { defineCliCommand } from '../cli-command.ts';
import { jsonOption } from '../options.ts';

export const mergeCommand = defineCliCommand<{ json?: boolean }>({
  name: 'merge',
  summary: 'resolve a git conflict in a JSON store: the annotations and replies of both sides are kept',
  examples: ['annotate-mcp merge inline-review.json', 'annotate-mcp merge --store json:inline-review.json'],
  configure: (command) =>
    command
      .argument('[file...]', 'the files with conflict markers (default: the store)')
      .addOption(jsonOption()),
  run: async (options, terminal, files) => {
    const { merge } = await import('../merge/merge.ts');
    merge(files, options, terminal);
    return 0;
  },
});
