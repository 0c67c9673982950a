import { aimAt } from '../driver/aiming.ts';
import { Faulty } from '../driver/fault.ts';

import { act } from './act.ts';
import type { Handler } from './command.ts';

export const upload: Handler<'upload'> = (params, context) =>
  act(params, context, async (tab, deadline) => {
    // The input behind a nice button is usually hidden, so it only has to be there.
    const { frame, target, on } = await aimAt(tab, params.target, 'there', deadline);
    const problem = await tab.frames.call(frame, 'giveFiles', target, params.files);
    if (problem !== null)
      throw new Faulty('target/disabled', `The ${on} takes no files: ${problem}.`, 'Choose another target.');
    return { on };
  });
