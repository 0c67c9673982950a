/**
 * Holds the page as it looks now, so that menus, tooltips and moving things can be pointed at. Timers are left alone:
 * only those begun after the freeze could be held, and by then what would start them is held already.
 */
import { eachWindow } from '../window/frames.ts';

import { holdAnimations } from './animations.ts';
import { holdEvents } from './events.ts';
import { holdPseudoClasses } from './pseudo-classes.ts';

export function freeze(document: Document, overlay: Element): () => void {
  const view = document.defaultView;
  if (view === null) return () => undefined;
  return eachWindow(view, (frame) => {
    // The styles first: they are read off what is under the pointer at this moment.
    const thaw = [
      holdPseudoClasses(frame, overlay),
      holdEvents(frame, overlay),
      holdAnimations(frame.document, overlay),
      holdMedia(frame.document),
    ];
    return () => {
      for (const release of thaw.reverse()) release();
    };
  });
}

function holdMedia(document: Document): () => void {
  const playing = [...document.querySelectorAll<HTMLMediaElement>('video, audio')].filter(
    (media) => !media.paused && !media.ended,
  );
  for (const media of playing) media.pause();
  return () => {
    // The browser may refuse to play without a gesture; the person sees it stopped and can start it.
    for (const media of playing) if (media.isConnected) media.play().catch(() => undefined);
  };
}
