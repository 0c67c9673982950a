import { defineCliCommand } from '../cli-command.ts';
import { asOption, jsonOption } from '../options.ts';
import type { MoveOptions } from '../shell/make-move.ts';

export const releaseCommand = defineCliCommand<MoveOptions>({
  name: 'release',
  summary: 'give an annotation back that you hold',
  examples: ['annotate-mcp release 473160ca'],
  configure: (command) =>
    command
      .argument('<id>', 'its id, or the beginning of it')
      .argument('[text...]', 'what to say with it; - reads it from stdin')
      .addOption(asOption())
      .addOption(jsonOption()),
  run: async (options, terminal, [id = '', ...words]) => {
    const { makeMove, readText } = await import('../shell/make-move.ts');
    const message = await readText(words, 'text', terminal);
    await makeMove('release', { id, message }, options, terminal);
    return 0;
  },
});
