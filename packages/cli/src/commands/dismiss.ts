import { defineCliCommand } from '../cli-command.ts';
import { asOption, jsonOption } from '../options.ts';
import type { MoveOptions } from '../shell/make-move.ts';

export const dismissCommand = defineCliCommand<MoveOptions>({
  name: 'dismiss',
  summary: 'say that it cannot or should not be done, and why',
  examples: ['annotate-mcp dismiss 473160ca "The text comes from the shop system"'],
  configure: (command) =>
    command
      .argument('<id>', 'its id, or the beginning of it')
      .argument('<reason...>', 'why; - reads it from stdin')
      .addOption(asOption())
      .addOption(jsonOption()),
  run: async (options, terminal, [id = '', ...words]) => {
    const { makeMove, readText } = await import('../shell/make-move.ts');
    const reason = await readText(words, 'reason', terminal);
    await makeMove('dismiss', { id, reason }, options, terminal);
    return 0;
  },
});
