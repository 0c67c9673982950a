/** Listens in the same-origin frames that a person uses. Part of the first load; all frames at once are frames.ts. */

export type PageWindow = Window & typeof globalThis;

/** `listen` is called for the window, and for each same-origin frame in it once that gets the focus. */
export function eachWindowOnFocus(top: Window, listen: (pageWindow: PageWindow) => () => void): () => void {
  const listening = new Map<Document, () => void>();

  const add = (pageWindow: Window) => {
    if (listening.has(pageWindow.document)) return;
    const stop = listen(pageWindow as PageWindow);
    // Focus events do not leave a frame, but its parent window gets `blur`.
    const onBlur = () => {
      const frame = windowOfFrame(pageWindow.document.activeElement);
      if (frame !== null) add(frame);
    };
    pageWindow.addEventListener('blur', onBlur);
    listening.set(pageWindow.document, () => {
      pageWindow.removeEventListener('blur', onBlur);
      stop();
    });
    onBlur();
  };

  add(top);
  return () => {
    for (const stop of listening.values()) stop();
    listening.clear();
  };
}

export function windowOfFrame(frame: EventTarget | null): Window | null {
  if (frame === null || !('contentDocument' in frame)) return null;
  // `null` for a frame of another origin.
  return (frame as HTMLIFrameElement).contentDocument?.defaultView ?? null;
}
