import { Option } from 'commander';

import { defineCliCommand } from '../cli-command.ts';
import { jsonOption } from '../options.ts';
import type { InviteOptions } from '../team/invite.ts';
import { roleChoices } from '../team/role-choices.ts';

export const inviteCommand = defineCliCommand<InviteOptions>({
  name: 'invite',
  summary: 'print a link that signs a person in to a project of a team server; it works once',
  examples: [
    'annotate-mcp invite --project shop --name "Ada Lovelace" --public-url https://team.example.com',
    'annotate-mcp invite --project shop --name Ada --again ada@example.com',
  ],
  configure: (command) =>
    command
      .requiredOption('--project <name>', 'the project; one that is new is created')
      .requiredOption('--name <name>', 'what the person is called')
      .addOption(
        new Option('--role <role>', 'what they may do')
          .choices(roleChoices.filter((role) => role !== 'agent'))
          .default('reviewer'),
      )
      .option('--email <address>', 'so that the same person is not added twice')
      .option('--again <person>', 'a person who was invited before, by id, name or e-mail address')
      .option('--public-url <url>', 'where people reach the server (default: ANNOTATE_PUBLIC_URL)')
      .addOption(jsonOption()),
  run: async (options, terminal) => {
    const { invite } = await import('../team/invite.ts');
    await invite(options, terminal);
    return 0;
  },
});
