/** Hides what must not be in a picture, and says what the window shows. */
import { describePage } from './describe-page.ts';
import { hidePointer } from './pointer-mark.ts';
import { concealMark } from './tab-mark.ts';

/** A window that is covered or minimised draws no frame. */
const frameMs = 100;

/**
 * `awaitFrame`: if nothing has to be hidden, answers when what was changed until now is in a frame that is on its way to
 * the screen. It is not there yet: a page that is slow to draw may still show what was before.
 */
export async function preparePicture(awaitFrame: boolean) {
  const hides = [hidePointer(), concealMark()].includes(true);
  const drawing = awaitFrame && !hides ? nextFrame() : false;
  const { pageLeft = 0, pageTop = 0, width = 0, height = 0, scale = 1 } = visualViewport ?? {};
  return {
    page: describePage(),
    window: { width: innerWidth, height: innerHeight, pixelRatio: devicePixelRatio },
    /** The part of the page that is seen, which is less than the window after zooming with two fingers. */
    seen: { x: pageLeft, y: pageTop, width, height, scale },
    /** Whether a frame was awaited and came. */
    isDrawn: await drawing,
  };
}

function nextFrame(): Promise<boolean> {
  const drawn = Promise.withResolvers<boolean>();
  // The frame is made after these callbacks, and the next task runs after the frame.
  requestAnimationFrame(() => setTimeout(() => drawn.resolve(true)));
  setTimeout(() => drawn.resolve(false), frameMs);
  return drawn.promise;
}
