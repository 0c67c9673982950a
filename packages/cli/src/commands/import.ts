import { defineCliCommand } from '../cli-command.ts';
import type { ImportOptions } from '../import/import.ts';
import { jsonOption } from '../options.ts';

export const importCommand = defineCliCommand<ImportOptions>({
  name: 'import',
  summary:
    'add the annotations of a JSON store, an export, review-loop or ng-annotate; an annotation that is there is not added again',
  examples: [
    'annotate-mcp import store.json --dry-run',
    'annotate-mcp import annotations.jsonl',
    'annotate-mcp import inline-review.json',
    'annotate-mcp import .ng-annotate/store.json',
  ],
  configure: (command) =>
    command
      .argument(
        '<file>',
        'a JSON store, an export as json or jsonl, inline-review.json of review-loop, or store.json of ng-annotate',
      )
      .option(
        '--skip-invalid',
        'import the valid annotations and list the others, instead of importing nothing',
      )
      .option('--dry-run', 'print what would be added and add nothing')
      .addOption(jsonOption()),
  run: async (options, terminal, [file = '']) => {
    const { importAnnotations } = await import('../import/import.ts');
    await importAnnotations(file, options, terminal);
    return 0;
  },
});
