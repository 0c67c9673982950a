import { defineCliCommand } from '../cli-command.ts';
import { asOption, jsonOption } from '../options.ts';
import type { MoveOptions } from '../shell/make-move.ts';

export const takeCommand = defineCliCommand<MoveOptions>({
  name: 'take',
  summary:
    'claim an annotation before you edit, for as long as the process that called lives, or under a name',
  examples: ['annotate-mcp take 473160ca', 'annotate-mcp take 473160ca --as reviewer'],
  configure: (command) =>
    command.argument('<id>', 'its id, or the beginning of it').addOption(asOption()).addOption(jsonOption()),
  run: async (options, terminal, [id = '']) => {
    const { makeMove } = await import('../shell/make-move.ts');
    await makeMove('acknowledge', { id }, options, terminal);
    return 0;
  },
});
