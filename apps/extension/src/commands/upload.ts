import type { ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';
import type { Deadline } from '../driver/deadline.ts';
import type { Tab } from '../driver/tab.ts';
import { type ReadyTarget, waitForPoint, waitForTarget } from '../driver/wait-for-target.ts';
import type { FilesAnswer } from '../page-agent/files.ts';

import type { Handler } from './handler.ts';
import { runAction } from './run-action.ts';

type Params = ParamsOf<'upload'>;
type Uploaded = Pick<ResultOf<'upload'>, 'how' | 'files' | 'notes'>;

export const upload: Handler<'upload'> = (params, context) =>
  runAction(params, context, async (tab, deadline) => {
    // A file input is usually hidden behind a button, so it need not be visible.
    const ready = await waitForTarget(tab, params.target, 'present', deadline);
    return { on: ready.on, ...(await give(tab, params, ready, deadline)) };
  });

async function give(
  tab: Tab,
  params: Params,
  { frame, target, on }: ReadyTarget,
  deadline: Deadline,
): Promise<Uploaded> {
  const direct = await tab.frames.call(frame, 'giveFiles', target, params.files);
  if (direct.state !== 'no-input') return uploaded('input', on, direct);
  const chosen = direct.isDropZone ? null : await giveToChooser(tab, params, deadline);
  if (chosen !== null) return uploaded('chooser', on, chosen);
  const dropped = await tab.frames.call(frame, 'dropFiles', target, params.files);
  if (dropped.state === 'given') return uploaded('drop', on, dropped);
  throw new CommandError(
    'target/not-editable',
    `Nothing was uploaded: the ${on} opened no file chooser when it was clicked, and accepts no dropped files.`,
    'Look at the page: the click may have opened a menu or a dialog with the button to use.',
  );
}

/** Clicks on the target and gives the files to the chooser that the page opens; `null` if it opens none. */
async function giveToChooser(
  tab: Tab,
  { target, files }: Params,
  deadline: Deadline,
): Promise<FilesAnswer | null> {
  const { point } = await waitForPoint(tab, target, deadline);
  const interception = await tab.fileChoosers.intercept(tab.frames.sessions, false);
  try {
    deadline.throwIfCancelled();
    await tab.mouse.click(point, { button: 'left', clickCount: 1, delayMs: 0, modifiers: [] });
    await interception.wait(chooserMs, deadline);
    if (interception.opened === null) return null;
    const { frameId, input } = interception.opened;
    const frame = tab.frames.byId(frameId);
    if (input === null || frame === null) return { state: 'refused', problem: noInput };
    return await tab.frames.callWithNode(frame, input, 'giveToInput', files);
  } finally {
    interception.end();
  }
}

/** A page may ask its server before it opens the chooser. */
const chooserMs = 1_500;
const noInput =
  'its page asks for a file of this machine and not for an upload (showOpenFilePicker), which only a person can choose';

function uploaded(how: Uploaded['how'], on: string, answer: FilesAnswer): Uploaded {
  if (answer.state === 'given') return { how, files: [...answer.files], notes: [...answer.notes] };
  const problem = answer.state === 'refused' ? answer.problem : 'it has no file input';
  throw new CommandError(
    'target/not-editable',
    `Nothing was uploaded into the ${on}: ${problem}.`,
    'Correct the files, or choose another target.',
  );
}
