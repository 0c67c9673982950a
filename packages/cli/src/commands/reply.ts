import { defineCliCommand } from '../cli-command.ts';
import { asOption, jsonOption } from '../options.ts';
import type { MoveOptions } from '../shell/make-move.ts';

interface ReplyOptions extends MoveOptions {
  expectsAnswer?: true;
}

export const replyCommand = defineCliCommand<ReplyOptions>({
  name: 'reply',
  summary: 'ask or tell the person something where they pointed',
  examples: [
    'annotate-mcp reply 473160ca "Which of the two buttons?"',
    'annotate-mcp reply 473160ca --expects-answer "Please tell me which one."',
    'annotate-mcp reply 473160ca -',
  ],
  configure: (command) =>
    command
      .argument('<id>', 'its id, or the beginning of it')
      .argument('<text...>', 'what to say; - reads it from stdin')
      .option('--expects-answer', 'the person is asked, also without a question mark')
      .addOption(asOption())
      .addOption(jsonOption()),
  run: async (options, terminal, [id = '', ...words]) => {
    const { makeMove, readText } = await import('../shell/make-move.ts');
    const message = await readText(words, 'reply', terminal);
    const expected = options.expectsAnswer === true && { expectsAnswer: true };
    await makeMove('reply', { id, message, ...expected }, options, terminal);
    return 0;
  },
});
