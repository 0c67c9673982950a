import type { CommandDeps } from './command-deps.ts';
import type { Commands } from './commands.ts';

type ThreadCommands = Pick<Commands, 'reply' | 'reopen' | 'accept' | 'adopt' | 'remove' | 'edit' | 'release'>;

export function threadCommands({ container, connection }: CommandDeps): ThreadCommands {
  const { reopen, accept, adopt, remove, edit, release } = connection;
  return {
    reply(id, message) {
      connection.reply(id, message);
      container.dispatch({ type: 'reply:text', id, text: '' });
    },
    reopen,
    accept,
    adopt,
    remove,
    edit,
    release,
  };
}
