import { CommandError } from '../driver/command-error.ts';
import { waitForTarget } from '../driver/wait-for-target.ts';

import type { Handler } from './handler.ts';
import { runAction } from './run-action.ts';

export const upload: Handler<'upload'> = (params, context) =>
  runAction(params, context, async (tab, deadline) => {
    // A file input is usually hidden behind a button, so it need not be visible.
    const { frame, target, on } = await waitForTarget(tab, params.target, 'present', deadline);
    const problem = await tab.frames.call(frame, 'giveFiles', target, params.files);
    if (problem !== null)
      throw new CommandError(
        'target/disabled',
        `The ${on} accepts no files: ${problem}.`,
        'Choose another target.',
      );
    return { on };
  });
