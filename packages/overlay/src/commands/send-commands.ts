import { groupAnnotations } from '../state/select.ts';

import type { CommandDeps } from './command-deps.ts';
import type { Commands } from './commands.ts';
import { notify } from './notify.ts';
import { reasonOf } from './reason-of.ts';

export function sendCommands(deps: CommandDeps): Pick<Commands, 'send' | 'attachSteps' | 'submitBatch'> {
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
