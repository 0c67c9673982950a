import { defineCommand } from '../command.ts';
import type { ImportOptions } from '../import/import.ts';
import { jsonOption } from '../options.ts';

export const importCommand = defineCommand<ImportOptions>({
  name: 'import',
  summary:
    'add the annotations of a store.json or of an export; an annotation that is there is not added again',
  examples: ['annotate-mcp import store.json --dry-run', 'annotate-mcp import annotations.jsonl'],
  configure: (command) =>
    command
      .argument('<file>', 'a JSON store of the current or the older format, or an export as json or jsonl')
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
