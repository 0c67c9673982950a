import { Argument } from 'commander';

import { defineCliCommand } from '../cli-command.ts';
import { jsonOption } from '../options.ts';
import { personActions, type PersonOptions } from '../team/person-actions.ts';

export const personCommand = defineCliCommand<PersonOptions>({
  name: 'person',
  summary: 'export or delete what a team server keeps about one person',
  examples: [
    'annotate-mcp person export "Ada Lovelace" --project shop',
    'annotate-mcp person delete ada@example.com --project shop',
  ],
  configure: (command) =>
    command
      .addArgument(new Argument('<action>', 'what to do').choices(personActions))
      .argument('<person>', 'by id or the beginning of it, name or e-mail address')
      .requiredOption('--project <name>', 'the project')
      .addOption(jsonOption()),
  run: async (options, terminal, [named, who = '']) => {
    const { person } = await import('../team/person.ts');
    // Commander has refused every other word.
    const action = personActions.find((known) => known === named) ?? 'export';
    await person(action, who, options, terminal);
    return 0;
  },
});
