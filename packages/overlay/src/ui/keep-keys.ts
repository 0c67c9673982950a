/** Events that an app must not take for its own while a person types into our fields. */
export const keptEvents = [
  'keydown',
  'keyup',
  'keypress',
  'beforeinput',
  'input',
  'paste',
  'copy',
  'cut',
] as const;

/**
 * Ends an event from one of our fields where our shadow root ends. Listeners of ours see it before that, or catch it on
 * its way down (`capture`), as the handler of the global keys does.
 */
export function keepKeys(event: Event): void {
  const from = event.composedPath()[0];
  if (from instanceof Element && from.matches('input,textarea,select')) event.stopPropagation();
}
