/** Treats same-origin frames as part of the page: finds them and listens in them. Measuring in them is frame-box.ts. */
import { type PageWindow, windowOfFrame } from './focused-frames.ts';

export type { PageWindow };

/** `listen` is called for the window and every same-origin frame in it, also one that loads later. */
export function eachWindow(top: Window, listen: (pageWindow: PageWindow) => () => void): () => void {
  const listening = new Map<Document, () => void>();

  const add = (pageWindow: Window) => {
    if (listening.has(pageWindow.document)) return;
    const { document } = pageWindow;
    const stop = listen(pageWindow as PageWindow);
    // `load` events do not bubble, but can be captured.
    document.addEventListener('load', onLoad, true);
    listening.set(document, () => {
      document.removeEventListener('load', onLoad, true);
      stop();
    });
    for (const frame of document.querySelectorAll('iframe, frame')) addFrame(frame);
  };
  const addFrame = (frame: EventTarget | null) => {
    const pageWindow = windowOfFrame(frame);
    if (pageWindow === null) return;
    for (const [document, stop] of listening) {
      if (document.defaultView === null) {
        stop();
        listening.delete(document);
      }
    }
    add(pageWindow);
  };
  const onLoad = (event: Event) => addFrame(event.target);

  add(top);
  return () => {
    for (const stop of listening.values()) stop();
    listening.clear();
  };
}
