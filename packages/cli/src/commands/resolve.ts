import { defineCliCommand } from '../cli-command.ts';
import { asOption, jsonOption } from '../options.ts';
import type { MoveOptions } from '../shell/make-move.ts';

interface ResolveOptions extends MoveOptions {
  files?: string[];
}

export const resolveCommand = defineCliCommand<ResolveOptions>({
  name: 'resolve',
  summary: 'say that the change is done and saved',
  examples: [
    'annotate-mcp resolve 473160ca "Corrected the typo"',
    'annotate-mcp resolve 473160ca "Corrected the typo" --files src/card.tsx src/card.css',
  ],
  configure: (command) =>
    command
      .argument('<id>', 'its id, or the beginning of it')
      .argument('[summary...]', 'what you did, in a line for the person; - reads it from stdin')
      .option('--files <files...>', 'those that you changed, if others changed too')
      .addOption(asOption())
      .addOption(jsonOption()),
  run: async ({ files: named, ...options }, terminal, [id = '', ...words]) => {
    const { filesFromRoot, makeMove, readText } = await import('../shell/make-move.ts');
    const summary = await readText(words, 'summary', terminal);
    const files = named === undefined ? undefined : filesFromRoot(named, options);
    await makeMove('resolve', { id, summary, files }, options, terminal);
    return 0;
  },
});
