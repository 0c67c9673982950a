import { defineCliCommand } from '../cli-command.ts';
import { asOption, jsonOption } from '../options.ts';
import type { MoveOptions } from '../shell/make-move.ts';

export const replyCommand = defineCliCommand<MoveOptions>({
  name: 'reply',
  summary: 'ask or tell the person something where they pointed',
  examples: ['annotate-mcp reply 473160ca "Which of the two buttons?"', 'annotate-mcp reply 473160ca -'],
  configure: (command) =>
    command
      .argument('<id>', 'its id, or the beginning of it')
      .argument('<text...>', 'what to say; - reads it from stdin')
      .addOption(asOption())
      .addOption(jsonOption()),
  run: async (options, terminal, [id = '', ...words]) => {
    const { makeMove, readText } = await import('../shell/make-move.ts');
    const message = await readText(words, 'reply', terminal);
    await makeMove('reply', { id, message }, options, terminal);
    return 0;
  },
});
