/** The pictures that go with a comment: those of the person, and the screenshot of what it is about. */
import { maxPictureBytes } from '../capture/encode-picture.ts';
import { captureElement } from '../capture/screenshot.ts';
import type { CommentPictures } from '../connection/pictures.ts';
import type { Compose } from '../state/state.ts';

import { reasonOf } from './notify.ts';

/** A screenshot that fails does not stop the comment: it is sent without one. */
export async function takePictures(
  compose: Compose,
): Promise<{ pictures: CommentPictures | null; problem: string | null }> {
  const { screenshot, problem } = await takeScreenshot(compose);
  const own = compose.pictures.flatMap(({ picture, isScreenshot }) =>
    picture === null || isScreenshot ? [] : picture,
  );
  const pictures = {
    ...(screenshot !== null && { screenshot }),
    ...(own.length > 0 && { pictures: own }),
  };
  return { pictures: Object.keys(pictures).length === 0 ? null : pictures, problem };
}

/** The one that the person has drawn on, if they have. */
async function takeScreenshot(
  compose: Compose,
): Promise<{ screenshot: Blob | null; problem: string | null }> {
  const drawnOn = compose.pictures.find(({ isScreenshot }) => isScreenshot)?.picture ?? null;
  if (drawnOn !== null || !compose.screenshot) return { screenshot: drawnOn, problem: null };
  try {
    return { screenshot: await Promise.race([captureTarget(compose), pageUnloads()]), problem: null };
  } catch (error) {
    return { screenshot: null, problem: reasonOf(error) };
  }
}

export function captureTarget(compose: Compose): Promise<Blob> {
  return captureElement(elementToCapture(compose), { maxBytes: maxPictureBytes });
}

/** Rejects when the page unloads. The comment is then stored without a picture while there is still time for it. */
function pageUnloads(): Promise<never> {
  return new Promise((_, reject) => {
    addEventListener('pagehide', () => reject(new Error('The page was closed.')), { once: true });
  });
}

function elementToCapture({ target }: Compose): Element {
  if (target.kind === 'picked') return target.picked[0].element;
  const node = target.kind === 'text' ? target.text.ranges[0]?.commonAncestorContainer : null;
  const around = node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : node?.parentElement;
  return around ?? document.body;
}
