import { Argument, Option } from 'commander';

import { defineCliCommand } from '../cli-command.ts';
import { jsonOption } from '../options.ts';
import { readTime } from '../team/read-time.ts';
import { roleChoices } from '../team/role-choices.ts';
import { tokenActions, type TokenOptions } from '../team/token-actions.ts';

export const tokenCommand = defineCliCommand<TokenOptions>({
  name: 'token',
  summary: 'create, list and revoke the tokens of a team server',
  examples: [
    'annotate-mcp token create --project shop --role agent --name "Ada\'s Claude"',
    'annotate-mcp token create --project shop --role reviewer --page --expires 90d',
    'annotate-mcp token list --project shop',
    'annotate-mcp token revoke 3f2a91c0',
  ],
  configure: (command) =>
    command
      .addArgument(new Argument('<action>', 'what to do').choices(tokenActions))
      .argument('[id]', 'revoke: the id of the token, or the beginning of it')
      .option('--project <name>', 'the project; one that is new is created')
      .addOption(new Option('--role <role>', 'create: what it may do').choices(roleChoices))
      .option('--name <name>', 'create: whose it is; agents are shown by it')
      .option('--expires <time>', 'create: until when it is valid, such as 90d or 2027-01-31', (text) =>
        readTime(text, 1),
      )
      .option('--page', 'create: a key for the script tag of a staging page, which every visitor can read')
      .addOption(jsonOption()),
  run: async (options, terminal, [named, id]) => {
    const { token } = await import('../team/token.ts');
    // Commander has refused every other word.
    const action = tokenActions.find((known) => known === named) ?? 'list';
    await token(action, id, options, terminal);
    return 0;
  },
});
