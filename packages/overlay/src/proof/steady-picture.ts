import { captureElement } from '../capture/screenshot.ts';

/** Well below the hub's limit for an attachment. */
const mostPictureBytes = 400_000;

/** The page's policy forbids pictures. The browser writes that to the console, so no other one is tried. */
let isForbidden = false;

/** `null` when none could be taken, or the element has changed meanwhile. */
export async function takeSteadyPicture(element: Element, signal: AbortSignal): Promise<Blob | null> {
  if (isForbidden || signal.aborted) return null;
  const before = appearanceOf(element);
  try {
    const picture = await captureElement(element, { maxBytes: mostPictureBytes, onlyOwnOrigin: true });
    return appearanceOf(element) === before ? picture : null;
  } catch (error) {
    isForbidden = error instanceof Error && error.message.includes('content security policy');
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
