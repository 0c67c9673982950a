import { shadowRootOf } from '@annotate-mcp/page-facts/elements';
/**
 * Fenced frames, which no tool gets into: the debugger does not tell their documents, so that the extension does not know
 * whose site is in one. They are in no picture.
 */

/** What each had in its style before it was hidden. */
const hidden = new Map<HTMLElement, string>();

export function hasFencedFrames(): boolean {
  return fencedFramesIn(document).length > 0;
}

/** For a picture. Resolves when it is drawn, with whether one of them is shown nevertheless. */
export async function concealFencedFrames(isOn: boolean): Promise<boolean> {
  const found = fencedFramesIn(document);
  if (!isOn) {
    const isShown = found.some((frame) => !hidden.has(frame) || !isHidden(frame));
    for (const [frame, style] of hidden)
      if (style === '') frame.removeAttribute('style');
      else frame.setAttribute('style', style);
    hidden.clear();
    return isShown;
  }
  if (found.length === 0) return false;
  for (const frame of found) {
    hidden.set(frame, frame.getAttribute('style') ?? '');
    for (const [name, value] of covering) frame.style.setProperty(name, value, 'important');
  }
  await new Promise<void>((resolve) => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
    setTimeout(resolve, drawMs);
  });
  return found.some((frame) => !isHidden(frame));
}

/** Its place stays, so that nothing of the page moves. */
const covering = [
  ['visibility', 'hidden'],
  ['transition', 'none'],
  ['animation', 'none'],
] as const;

/** What was not drawn for so long is not drawn at all. */
const drawMs = 600;

function isHidden(frame: HTMLElement): boolean {
  return getComputedStyle(frame).visibility === 'hidden';
}

/** In shadow roots too, of which no selector finds the hosts. */
function fencedFramesIn(root: Document | ShadowRoot): HTMLElement[] {
  // Most browsers have none, and then looking for them would take time for nothing.
  if (!('HTMLFencedFrameElement' in globalThis)) return [];
  const found = [...root.querySelectorAll<HTMLElement>('fencedframe')];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const inner = node instanceof Element ? shadowRootOf(node) : null;
    if (inner !== null) found.push(...fencedFramesIn(inner));
  }
  return found;
}
