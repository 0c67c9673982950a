import { captureElement } from '../capture/screenshot.ts';
import { withoutTrials } from '../trials/trials.ts';

import type { ProofTask } from './proof-task.ts';

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

/** `prepared` is one that was taken before. `null` when none could be taken, when the element has changed meanwhile, and when the person has blurred it. */
export async function takePicture(
  { annotation, trials, pictures, signal }: ProofTask,
  element: Element,
  prepared: Blob | null = null,
): Promise<Blob | null> {
  if (annotation.kind !== 'markdown' && annotation.blurred === true) return null;
  return prepared ?? pictures.run(() => withoutTrials(trials, () => takeSteadyPicture(element, signal)));
}

let asked: Promise<boolean> | null = null;

/**
 * Whether the page has a Content Security Policy. A picture may break such a policy in ways that cannot be known before,
 * and the browser writes each of them to the console of the app. Asked once for each load of the page.
 */
function hasContentPolicy(): Promise<boolean> {
  return (asked ??= readPolicy());
}

async function readPolicy(): Promise<boolean> {
  if (document.querySelector('meta[http-equiv="content-security-policy" i]') !== null) return true;
  try {
    // A script cannot read the headers of its own page. The cached answer serves as well.
    const { headers } = await fetch(location.href, { method: 'HEAD', cache: 'force-cache' });
    return headers.has('content-security-policy');
  } catch {
    // The server is gone, or the page may not ask it.
    return true;
  }
}
