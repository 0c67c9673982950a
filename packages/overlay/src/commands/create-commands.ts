import type { CommandDeps } from './command-deps.ts';
import type { Commands } from './commands.ts';
import { copyCommands } from './copy-commands.ts';
import { pageCommands } from './page-commands.ts';
import { sendCommands } from './send-commands.ts';
import { threadCommands } from './thread-commands.ts';

/** All commands: one file for each family. */
export function createCommands(deps: CommandDeps): Commands {
  return {
    ...sendCommands(deps),
    ...threadCommands(deps),
    ...pageCommands(deps),
    ...copyCommands(deps),
    rest: async () => (await import('../connection/read-rest.ts')).createRestReader(deps),
  };
}
