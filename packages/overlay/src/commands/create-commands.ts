import { groupAnnotations } from '../state/select.ts';

import type { CommandDeps, Commands } from './commands.ts';
import { confirmName, notify, reasonOf } from './notify.ts';

/** All commands, by family. */
export function createCommands(deps: CommandDeps): Commands {
  return {
    ...sendCommands(deps),
    ...threadCommands(deps),
    ...pageCommands(deps),
    ...copyCommands(deps),
    rest: async () => (await import('../connection/read-rest.ts')).createRestReader(deps),
  };
}

function sendCommands(deps: CommandDeps): Pick<Commands, 'send' | 'attachSteps' | 'submitBatch'> {
  const { container, connection } = deps;
  const { dispatch } = container;
  return {
    send: async (as, sender) => {
      const { mode } = container.get();
      if (mode.name !== 'annotate' || mode.compose.sending) return;
      // Before anything is awaited: from here on no key or click closes the composer, so what was sent is sent.
      dispatch({ type: 'compose:sending' });
      try {
        await sender(deps, mode.compose, as);
      } catch (error) {
        dispatch({ type: 'compose:failed', problem: `Not sent, your text is kept: ${reasonOf(error)}` });
      }
    },
    attachSteps: (on) => dispatch({ type: 'compose:steps', steps: on ? deps.steps.recent() : null }),
    submitBatch() {
      const drafts = groupAnnotations(container.get(), 'all').drafts.length;
      connection.submitBatch();
      import('./describe-sent.ts').then(
        ({ describeSent }) =>
          notify(dispatch, describeSent(container.get(), drafts), 'success', { sent: 'batch' }),
        // Only the notice could not be loaded; the batch is on its way.
        () => undefined,
      );
    },
  };
}

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

type PageCommands = Pick<Commands, 'reveal' | 'relink' | 'pageNote' | 'toggleFreeze'>;

function pageCommands(deps: CommandDeps): PageCommands {
  const { dispatch } = deps.container;
  return {
    reveal: async (id) => (await import('./reveal.ts')).reveal(deps, id),
    relink: (id) => dispatch({ type: 'relink:start', id }),
    pageNote: () => dispatch({ type: 'compose:open', target: { kind: 'page' } }),
    toggleFreeze: deps.freezer.toggle,
  };
}

function copyCommands(deps: CommandDeps): Pick<Commands, 'copyOne' | 'copyPage' | 'copyText'> {
  const load = () => import('./copy.ts');
  return {
    copyOne: async (id) => (await load()).copyOne(deps, id),
    copyPage: async (list = { tab: 'page', filter: 'open' }) => (await load()).copyPage(deps, list),
    copyText: (text, confirmation) => void load().then((copy) => copy.copyText(deps, text, confirmation)),
  };
}
