import { sendComment } from '../commands/send.ts';
import { boxBeside, boxOfPicked } from '../picking/picked-box.ts';
import { selectMentionable } from '../state/addressees.ts';
import { describeAgents } from '../state/select.ts';
import type { Picked } from '../state/state.ts';
import { Composer } from '../ui/composer.tsx';
import { useFollow } from '../ui/follow.ts';
import { boxAround } from '../ui/position.ts';

import { OpenDrawing } from './open-drawing.tsx';
import type { PanelProps } from './panel-props.ts';
import { pictureActions } from './picture-actions.ts';
import { TryIt } from './try-it.tsx';

/** The composer beside its target. */
export function OpenComposer({ state, dispatch, commands, trials }: PanelProps) {
  const { mode } = state;
  useFollow(mode.name === 'annotate');
  if (mode.name !== 'annotate') return null;
  const { compose } = mode;
  const { target } = compose;
  const picked: readonly Picked[] = target.kind === 'picked' ? target.picked : [];
  const agent = describeAgents(state);
  const hasAgent = agent.tone === 'listening' || agent.tone === 'working';
  const send = (as: 'now' | 'batch') => void commands.send(as, sendComment);
  const pictures = pictureActions(compose, dispatch);
  const drawnOn = compose.pictures.find(({ isScreenshot }) => isScreenshot);
  const attach = (what: 'screenshot' | 'consoleErrors', on: boolean) => {
    dispatch({ type: 'compose:attach', what, on });
    if (what === 'screenshot' && drawnOn) pictures.remove(drawnOn.id);
  };
  return (
    <>
      <Composer
        key={target.kind === 'text' ? target.text.ranges : picked[0]?.element}
        compose={compose}
        box={target.kind === 'text' ? boxBeside(target.text.ranges) : boxAround(picked.map(boxOfPicked))}
        remark={hasAgent ? null : `${agent.text}.`}
        onText={(text) => dispatch({ type: 'compose:text', text })}
        onAttach={attach}
        onSteps={(on) => commands.attachSteps(on)}
        pictures={{
          pictures: compose.pictures,
          screenshot: compose.screenshot || drawnOn !== undefined,
          onRemove: (picture) =>
            picture.isScreenshot ? attach('screenshot', false) : pictures.remove(picture.id),
          onDraw: pictures.draw,
          onDrawOnScreenshot: pictures.drawOnScreenshot,
        }}
        onPictures={pictures.attach}
        trying={<TryIt compose={compose} trials={trials} dispatch={dispatch} onSubmit={() => send('now')} />}
        mentionable={selectMentionable(state)}
        me={state.me}
        onName={(name) => commands.rename(name)}
        onSend={send}
        onCopy={(text) => commands.copyText(text, `Copied ${text}`)}
        onClose={() => dispatch({ type: 'escape' })}
      />
      {compose.drawing && (
        <OpenDrawing key={compose.drawing.id} drawing={compose.drawing} onEnd={pictures.endDrawing} />
      )}
    </>
  );
}
