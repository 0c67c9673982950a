import type { Protocol } from 'devtools-protocol';

import type { ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';
import { Deadline } from '../driver/deadline.ts';
import type { Frame } from '../driver/frames.ts';
import { pictureSize } from '../driver/picture-size.ts';
import type { Tab } from '../driver/tab.ts';
import { waitForTarget } from '../driver/wait-for-target.ts';

import type { Handler } from './handler.ts';
import { areaOf, type Shown, sizeOf, toClip } from './picture-area.ts';

type Params = ParamsOf<'screenshot'>;

export const screenshot: Handler<'screenshot'> = async (params, { tabs, signal, permit }) => {
  const tab = await tabs.get(params.tabId);
  const work = async () => {
    const deadline = new Deadline(params.timeoutMs, signal, permit);
    // Before the turn of this picture comes, because pictures of other elements must not wait for this one.
    if (params.target !== undefined) await waitForTarget(tab, params.target, 'visible', deadline);
    return tab.pictures.take(() => {
      deadline.throwIfCancelled();
      return takePicture(tab, params, deadline, signal);
    });
  };
  // Preparing the picture has a time limit of its own for a page that is busy.
  return tab.run(work, signal, { needsPage: 'no', isPicture: true });
};

async function takePicture(
  tab: Tab,
  params: Params,
  deadline: Deadline,
  signal: AbortSignal,
): Promise<ResultOf<'screenshot'>> {
  const isInFront = await tab.inFront.read();
  // Frames are hidden for a picture, which a cast that is under way does not wait for.
  const hidesFrames =
    tab.frames.hidden.length > 0 || tab.secrets.hidesPasted || (await framesWithFenced(tab)).length > 0;
  const mayCast = isInFront && !hidesFrames && mayBeCast(params) && tab.msSinceAnswer > settledMs;
  const shown = await tab.frames.call(tab.frames.main, 'preparePicture', mayCast);
  const area = await areaOf(tab, params, shown, signal);
  const clip = toClip(area, params);
  const [cast] = await Promise.all([
    shown.isDrawn && !hidesFrames && clip === null ? castFrame(tab, params, shown, deadline) : null,
    tab.secrets.remember(shown.page),
  ]);
  const request = {
    ...encodingOf(params),
    ...(clip !== null && { clip }),
    captureBeyondViewport: area.exceedsViewport,
  };
  const file = cast ?? (await captureDrawn(tab, isInFront, deadline, request));
  const { url, title } = shown.page;
  const size = pictureSize(file) ?? sizeOf(area, params);
  return { url, title, mimeType: mimeTypes[params.format], file, ...size };
}

const mimeTypes = { png: 'image/png', jpeg: 'image/jpeg' } as const;

/**
 * `Page.captureScreenshot` waits until a frame is on the screen and then draws it once more; a frame of a screencast is
 * there a fifth sooner. But a change that takes long to draw can be missing in it, which would mislead an agent that has
 * been told of the change: so long after each answer, pictures are taken the safe way. So are those for which the mark or
 * the pointer had to be hidden: a frame could still show them, and then `preparePicture` awaits none.
 */
const settledMs = 500;
const castMs = 500;

function mayBeCast({ target, fullPage, format }: Params): boolean {
  return target === undefined && !fullPage && format === 'jpeg';
}

/** `null` if there is no frame that is as large as the window. */
async function castFrame(
  tab: Tab,
  { quality }: Params,
  { window: { width, height } }: Shown,
  deadline: Deadline,
): Promise<string | null> {
  // Chrome makes frames as large as the screen's pixels want it, also when a device with fewer pixels is emulated.
  const limits = { maxWidth: width, maxHeight: height };
  const frame = await tab.screencast.takeFrame({ quality, ...limits }, deadline, castMs);
  if (frame === null) return null;
  const { deviceWidth, deviceHeight } = frame.metadata;
  const size = pictureSize(frame.data);
  const isWindow = [size?.width, deviceWidth].every((each) => each === width);
  return isWindow && [size?.height, deviceHeight].every((each) => each === height) ? frame.data : null;
}

function encodingOf({ format, quality }: Params): Protocol.Page.CaptureScreenshotRequest {
  return { format, ...(format === 'jpeg' && { quality }), optimizeForSpeed: true };
}

const drawMs = 2_000;

/** `undefined` if Chrome does not draw the tab. */
async function captureOnce(
  tab: Tab,
  request: Protocol.Page.CaptureScreenshotRequest,
  deadline: Deadline,
): Promise<string | undefined> {
  const capture = async () => {
    const taken = tab.cdp.send('Page.captureScreenshot', request);
    return (await Promise.race([taken, deadline.pause(drawMs)]))?.data;
  };
  const hidesFrames = tab.frames.hidden.length > 0;
  return tab.guard.whileHidden(() =>
    whileConcealed(tab, async () => {
      // What a frame in another process has drawn may come later than what the page has: then it is in the next picture.
      if (hidesFrames && (await capture()) === undefined) return undefined;
      return capture();
    }),
  );
}

/** What was pasted is drawn as a password is, and fenced frames not at all. */
export async function whileConcealed<T>(tab: Tab, work: () => Promise<T>): Promise<T> {
  return whileFencedHidden(tab, async () => {
    if (!tab.secrets.hidesPasted) return work();
    const conceal = (isOn: boolean) =>
      Promise.all(
        readFrames(tab)
          .filter((frame) => !tab.secrets.shownIn(frame.origin).pasted)
          // A frame that is gone is in no picture.
          .map((frame) => tab.frames.call(frame, 'concealPasted', isOn).catch(() => undefined)),
      );
    await conceal(true);
    try {
      return await work();
    } finally {
      await conceal(false);
    }
  });
}

async function whileFencedHidden<T>(tab: Tab, work: () => Promise<T>): Promise<T> {
  const frames = await framesWithFenced(tab);
  const conceal = async (isOn: boolean) => {
    const areShown = frames.map((frame) =>
      tab.frames.call(frame, 'concealFencedFrames', isOn).catch(() => false),
    );
    return (await Promise.all(areShown)).includes(true);
  };
  let areShown = await conceal(true);
  try {
    const result = await work();
    const came = (await framesWithFenced(tab)).some((frame) => !frames.includes(frame));
    areShown = (await conceal(false)) || areShown || came;
    if (!areShown) return result;
  } catch (error) {
    await conceal(false);
    throw error;
  }
  throw new CommandError(
    'browser/failed',
    'No picture was taken: the page has a fenced frame, whose site is not known, and shows it again when it is hidden.',
    'Read the page with browser_get_accessibility_tree.',
  );
}

/** A frame that is gone, or that does not answer, is not in the picture or fails elsewhere. */
async function framesWithFenced(tab: Tab): Promise<Frame[]> {
  const frames = readFrames(tab);
  const have = await Promise.all(
    frames.map((frame) => tab.frames.call(frame, 'hasFencedFrames').catch(() => false)),
  );
  return frames.filter((_, index) => have[index] === true);
}

function readFrames(tab: Tab): Frame[] {
  return tab.frames.all.filter((frame) => tab.frames.isRead(frame));
}

async function captureDrawn(
  tab: Tab,
  isInFront: boolean,
  deadline: Deadline,
  request: Protocol.Page.CaptureScreenshotRequest,
): Promise<string> {
  const take = () => captureOnce(tab, request, deadline);
  // A capture of a hidden tab would wait forever, because it is not drawn. One in front may still be covered or minimised.
  const inFront = isInFront ? await take() : undefined;
  if (inFront !== undefined) return inFront;
  // What is known may be wrong.
  tab.inFront.forget();
  for (let attempt = 0; attempt < 3 && !deadline.isOver; attempt++) {
    const picture = await tab.screencast.whileDrawn(take);
    if (picture !== undefined) return picture;
  }
  throw new CommandError(
    'browser/failed',
    `The browser took no picture of tab ${tab.id}; it may be minimised or busy.`,
    'Try again, or read the page with browser_get_accessibility_tree.',
  );
}
