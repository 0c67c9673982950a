import { captureElement } from '../capture/screenshot.ts';

import { hasContentPolicy } from './content-policy.ts';

/** Well below the hub's limit for an attachment. */
const mostPictureBytes = 400_000;

/** `null` when none could be taken, or the element has changed meanwhile. */
export async function takeSteadyPicture(element: Element, signal: AbortSignal): Promise<Blob | null> {
  if (signal.aborted || (await hasContentPolicy())) return null;
  const before = appearanceOf(element);
  try {
    const picture = await captureElement(element, { maxBytes: mostPictureBytes, onlyOwnOrigin: true });
    return appearanceOf(element) === before ? picture : null;
  } catch {
    return null;
  }
}

function appearanceOf(element: Element): string {
  // An element that has left the page has no size.
  const { width, height } = element.getBoundingClientRect();
  const { color, backgroundColor, padding, font } = getComputedStyle(element);
  return [
    element.outerHTML,
    Math.round(width),
    Math.round(height),
    color,
    backgroundColor,
    padding,
    font,
  ].join();
}
