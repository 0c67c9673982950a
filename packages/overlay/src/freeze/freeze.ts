/**
 * Freezes the page as it looks now, so that menus, tooltips and moving things can be picked. Timers are not stopped:
 * only timers that start later could be, and the events that would start them are suppressed.
 */
import { eachWindow } from '../window/frames.ts';

import { pauseAnimations } from './animations.ts';
import { suppressEvents } from './events.ts';
import { keepPseudoClasses } from './pseudo-classes.ts';

export function freeze(document: Document, overlay: Element): () => void {
  const pageWindow = document.defaultView;
  if (pageWindow === null) return () => undefined;
  return eachWindow(pageWindow, (frame) => {
    // Styles first, because they depend on what is under the pointer now.
    const releases = [
      keepPseudoClasses(frame, overlay),
      suppressEvents(frame, overlay),
      pauseAnimations(frame.document, overlay),
      pauseMedia(frame.document),
    ];
    return () => {
      for (const release of releases.reverse()) release();
    };
  });
}

function pauseMedia(document: Document): () => void {
  const playing = [...document.querySelectorAll<HTMLMediaElement>('video, audio')].filter(
    (media) => !media.paused && !media.ended,
  );
  for (const media of playing) media.pause();
  return () => {
    // The browser may refuse to play without a gesture; the person sees it stopped and can start it.
    for (const media of playing) if (media.isConnected) media.play().catch(() => undefined);
  };
}
