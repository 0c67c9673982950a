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

interface ThreadCommandDeps extends Pick<CommandDeps, 'container'> {
  readonly connection: Pick<CommandDeps['connection'], 'act' | 'rename'>;
}

export function threadCommands({
  container,
  connection,
}: ThreadCommandDeps): Pick<Commands, 'act' | 'rename'> {
  const { act, rename } = connection;
  const { get, dispatch } = container;
  return {
    rename,
    act(id, action) {
      if (action.type === 'reply') confirmName(get(), rename);
      act(id, action);
      const { mode } = get();
      if (action.type === 'reply') dispatch({ type: 'reply:text', id, text: '' });
      if (action.type === 'accept' && mode.name === 'thread' && mode.id === id)
        dispatch({ type: 'thread:close' });
    },
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
