import { useEffect, useState } from 'preact/hooks';

import { mostPictures, randomUuid } from '@annotate-mcp/core';

import { readPicture } from '../capture/encode-picture.ts';
import { isApplicable } from '../commands/apply-wish.ts';
import type { SendAs } from '../commands/commands.ts';
import { reasonOf } from '../commands/notify.ts';
import { sendComment } from '../commands/send.ts';
import { captureTarget } from '../commands/take-pictures.ts';
import type { DrawingPanel, DrawnPicture } from '../drawing/drawing-panel.tsx';
import { boxBeside, boxOfPicked } from '../picking/picked-box.ts';
import type { Dispatch } from '../state/actions.ts';
import { selectMentionable } from '../state/people.ts';
import { describeAgents } from '../state/select.ts';
import type { Compose, ComposedPicture, Picked } from '../state/state.ts';
import { Composer } from '../ui/composer.tsx';
import { useFollow } from '../ui/follow.ts';
import { boxAround } from '../ui/position.ts';

import type { PanelProps } from './panel-props.ts';
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
  const send = (as: SendAs) => void commands.send(as, sendComment);
  // Visitors write no files.
  const onApply = state.me.local ? () => send('apply') : null;
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
        trying={
          <TryIt
            compose={compose}
            trials={trials}
            dispatch={dispatch}
            onSubmit={() => send('now')}
            onApply={onApply}
          />
        }
        mentionable={selectMentionable(state)}
        me={state.me}
        onName={(name) => commands.rename(name)}
        onSend={send}
        onApply={onApply}
        isApplicable={isApplicable(compose.wishes, compose.text)}
        onCopy={(text) => commands.copyText(text, `Copied ${text}`)}
        onClose={() => dispatch({ type: 'escape' })}
      />
      {compose.drawing && (
        <OpenDrawing key={compose.drawing.id} drawing={compose.drawing} onEnd={pictures.endDrawing} />
      )}
    </>
  );
}

interface PictureActions {
  readonly attach: (files: readonly File[]) => void;
  readonly remove: (id: string) => void;
  readonly draw: (picture: ComposedPicture) => void;
  /** Takes the screenshot first. */
  readonly drawOnScreenshot: () => Promise<void>;
  /** `null` when the person has given the drawing up, or when it failed, which `problem` says. */
  readonly endDrawing: (drawn: DrawnPicture | null, problem?: string | null) => void;
}

/** What a person does with the pictures of the open composer. Each is read in the background while the person writes. */
function pictureActions(opened: Compose, dispatch: Dispatch): PictureActions {
  /** Not when another composer is open by then. */
  const change = (toChange: (compose: Compose) => Partial<Compose>) =>
    dispatch({
      type: 'compose:change',
      change: (compose) => (compose.target === opened.target ? toChange(compose) : {}),
    });

  const attachOne = async (file: File) => {
    const id = randomUuid();
    change(({ pictures }) =>
      pictures.filter(isOwn).length < mostPictures
        ? { pictures: [...pictures, { id, name: file.name, picture: null }], problem: null }
        : { problem: `${file.name} was not added: a comment has at most ${mostPictures} pictures.` },
    );
    try {
      const picture = await readPicture(file);
      change(({ pictures }) => ({ pictures: withPicture(pictures, id, picture) }));
    } catch {
      change(({ pictures }) => ({
        pictures: pictures.filter((one) => one.id !== id),
        problem: `${file.name} is not a picture that this browser can read. Attach a PNG, JPEG or WebP.`,
      }));
    }
  };

  return {
    attach(files) {
      for (const file of files) void attachOne(file);
    },
    remove: (id) => change(({ pictures }) => ({ pictures: pictures.filter((one) => one.id !== id) })),
    draw: (drawing) => change(() => ({ drawing })),
    async drawOnScreenshot() {
      try {
        const picture = await captureTarget(opened);
        const drawing = { id: screenshotId, name: 'Screenshot', picture, isScreenshot: true } as const;
        change(() => ({ drawing, problem: null }));
      } catch (error) {
        change(() => ({ problem: `No picture could be taken: ${reasonOf(error)}` }));
      }
    },
    endDrawing: (drawn, problem = null) =>
      change(({ pictures, drawing }) => ({
        drawing: null,
        problem,
        ...(drawn !== null && drawing !== null && { pictures: withDrawn(pictures, drawing, drawn) }),
      })),
  };
}

/** There is one screenshot at most. */
const screenshotId = 'screenshot';

function isOwn({ isScreenshot }: ComposedPicture): boolean {
  return isScreenshot !== true;
}

/** Nothing is added: the person may have removed it while it was read. */
function withPicture(pictures: readonly ComposedPicture[], id: string, picture: Blob): ComposedPicture[] {
  return pictures.map((one) => (one.id === id ? { ...one, picture } : one));
}

/** The picture from before is not kept anywhere: what is blurred now was legible there. */
function withDrawn(
  pictures: readonly ComposedPicture[],
  drawing: ComposedPicture,
  { picture, isBlurred }: DrawnPicture,
): ComposedPicture[] {
  const drawn = { ...drawing, picture, isBlurred: isBlurred || drawing.isBlurred === true };
  const isKnown = pictures.some(({ id }) => id === drawing.id);
  return isKnown ? pictures.map((one) => (one.id === drawing.id ? drawn : one)) : [drawn, ...pictures];
}

interface OpenDrawingProps {
  drawing: ComposedPicture;
  /** `null` when the person has given it up, or `problem` says why it cannot be drawn on. */
  onEnd: (drawn: DrawnPicture | null, problem?: string | null) => void;
}

let loaded: typeof DrawingPanel | null = null;

/** The panel in which a person draws on a picture. It is loaded with the first drawing. */
function OpenDrawing({ drawing: { name, picture }, onEnd }: OpenDrawingProps) {
  const [Panel, setPanel] = useState<typeof DrawingPanel | null>(() => loaded);
  useEffect(() => {
    if (loaded !== null) return;
    import('../drawing/drawing-panel.tsx').then(
      (module) => {
        loaded = module.DrawingPanel;
        setPanel(() => loaded);
      },
      () => onEnd(null, 'The drawing tools could not be loaded. Is the dev server running?'),
    );
  }, []);
  if (Panel === null || picture === null) return null;
  return (
    <Panel
      name={name}
      picture={picture}
      onDone={(drawn) => onEnd(drawn)}
      onCancel={(problem) => onEnd(null, problem)}
    />
  );
}
