/** Same-origin frames count as part of the page: found here, listened to alike, measured in the page's viewport. */
import type { Box } from '../state/state.ts';

export type View = Window & typeof globalThis;

/** `listen` is called for the window and every same-origin frame in it, also one that loads later. */
export function eachWindow(top: Window, listen: (view: View) => () => void): () => void {
  const heard = new Map<Document, () => void>();

  const add = (view: Window) => {
    if (heard.has(view.document)) return;
    const { document } = view;
    const stop = listen(view as View);
    // Loading does not bubble, but it can be captured.
    document.addEventListener('load', onLoad, true);
    heard.set(document, () => {
      document.removeEventListener('load', onLoad, true);
      stop();
    });
    for (const frame of document.querySelectorAll('iframe, frame')) addFrame(frame);
  };
  const addFrame = (frame: EventTarget | null) => {
    const view = viewOfFrame(frame);
    if (view === null) return;
    for (const [document, stop] of heard) {
      if (document.defaultView === null) {
        stop();
        heard.delete(document);
      }
    }
    add(view);
  };
  const onLoad = (event: Event) => addFrame(event.target);

  add(top);
  return () => {
    for (const stop of heard.values()) stop();
    heard.clear();
  };
}

/** Like `eachWindow`, but a frame is looked at only once the focus goes into it: costs nothing until then. */
export function eachWindowOnFocus(top: Window, listen: (view: View) => () => void): () => void {
  const heard = new Map<Document, () => void>();

  const add = (view: Window) => {
    if (heard.has(view.document)) return;
    const stop = listen(view as View);
    // A frame's own focus events stay in it; what its parent gets to know is that it lost the focus.
    const onBlur = () => {
      const frame = viewOfFrame(view.document.activeElement);
      if (frame !== null) add(frame);
    };
    view.addEventListener('blur', onBlur);
    heard.set(view.document, () => {
      view.removeEventListener('blur', onBlur);
      stop();
    });
    onBlur();
  };

  add(top);
  return () => {
    for (const stop of heard.values()) stop();
    heard.clear();
  };
}

/** The element's box in the viewport of `top`. Borders and paddings of frames count, scaled frames do not. */
export function boxOf(element: Element, top: Window): Box {
  const { x, y, width, height } = element.getBoundingClientRect();
  const shift = offsetOf(element.ownerDocument.defaultView, top);
  return { x: x + shift.x, y: y + shift.y, width, height };
}

/** Where the viewport of a frame begins in the viewport of `top`. */
export function offsetOf(view: Window | null, top: Window): { x: number; y: number } {
  let x = 0;
  let y = 0;
  for (let at = view; at !== null && at !== top;) {
    const frame: Element | null = at.frameElement;
    if (frame === null) break;
    const box = frame.getBoundingClientRect();
    const style = frame.ownerDocument.defaultView?.getComputedStyle(frame);
    x += box.x + frame.clientLeft + (Number.parseFloat(style?.paddingLeft ?? '') || 0);
    y += box.y + frame.clientTop + (Number.parseFloat(style?.paddingTop ?? '') || 0);
    at = frame.ownerDocument.defaultView;
  }
  return { x, y };
}

function viewOfFrame(frame: EventTarget | null): Window | null {
  if (frame === null || !('contentDocument' in frame)) return null;
  // `null` when the frame is another origin's.
  return (frame as HTMLIFrameElement).contentDocument?.defaultView ?? null;
}
