import type { CommandDeps } from './command-deps.ts';
import type { Commands } from './commands.ts';

type Names = 'reply' | 'reopen' | 'accept' | 'adopt' | 'remove' | 'edit' | 'release' | 'stop' | 'resend';

interface ThreadCommandDeps extends Pick<CommandDeps, 'container'> {
  readonly connection: Pick<CommandDeps['connection'], Names>;
}

export function threadCommands({ container, connection }: ThreadCommandDeps): Pick<Commands, Names> {
  const { reopen, adopt, remove, edit, release, stop, resend } = connection;
  return {
    reply(id, message) {
      connection.reply(id, message);
      container.dispatch({ type: 'reply:text', id, text: '' });
    },
    reopen,
    accept(id) {
      connection.accept(id);
      const { mode } = container.get();
      if (mode.name === 'thread' && mode.id === id) container.dispatch({ type: 'thread:close' });
    },
    adopt,
    remove,
    edit,
    release,
    stop,
    resend,
  };
}
