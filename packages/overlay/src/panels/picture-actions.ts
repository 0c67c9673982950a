/** What a person does with the pictures of the open composer. Each is read in the background while the person writes. */
import { mostPictures, randomUuid } from '@annotate-mcp/core';

import { readPicture } from '../capture/encode-picture.ts';
import { reasonOf } from '../commands/reason-of.ts';
import { captureTarget } from '../commands/take-pictures.ts';
import type { DrawnPicture } from '../drawing/drawing-panel.tsx';
import type { Dispatch } from '../state/actions.ts';
import type { Compose, ComposedPicture } from '../state/state.ts';

export interface PictureActions {
  readonly attach: (files: readonly File[]) => void;
  readonly remove: (id: string) => void;
  readonly draw: (picture: ComposedPicture) => void;
  /** Takes the screenshot first. */
  readonly drawOnScreenshot: () => Promise<void>;
  /** `null` when the person has given the drawing up, or when it failed, which `problem` says. */
  readonly endDrawing: (drawn: DrawnPicture | null, problem?: string | null) => void;
}

export function pictureActions(opened: Compose, dispatch: Dispatch): PictureActions {
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
