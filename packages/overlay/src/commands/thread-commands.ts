import type { CommandDeps } from './command-deps.ts';
import type { Commands } from './commands.ts';
import { confirmName } from './confirm-name.ts';

type Names =
  | 'rename'
  | 'reply'
  | 'reopen'
  | 'accept'
  | 'adopt'
  | 'assign'
  | 'remove'
  | 'edit'
  | 'release'
  | 'stop'
  | 'resend';

interface ThreadCommandDeps extends Pick<CommandDeps, 'container'> {
  readonly connection: Pick<CommandDeps['connection'], Names>;
}

export function threadCommands({ container, connection }: ThreadCommandDeps): Pick<Commands, Names> {
  const { rename, reopen, adopt, assign, remove, edit, release, stop, resend } = connection;
  return {
    rename,
    reply(id, message, mentions) {
      confirmName(container.get(), rename);
      connection.reply(id, message, mentions);
      container.dispatch({ type: 'reply:text', id, text: '' });
    },
    reopen,
    accept(id) {
      connection.accept(id);
      const { mode } = container.get();
      if (mode.name === 'thread' && mode.id === id) container.dispatch({ type: 'thread:close' });
    },
    adopt,
    assign,
    remove,
    edit,
    release,
    stop,
    resend,
  };
}
