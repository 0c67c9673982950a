/**
 * The edge between the overlay and the page: an exception of ours is no error of the app, neither on the console nor for
 * its handlers. A window calls its capturing listeners before all others, so ours come before what frameworks added for
 * their error overlays, and before `onerror`; only a capturing listener from before the overlay was loaded sees it too.
 * Returns what stops it. `ours` is what the addresses of our scripts begin with.
 */
export function guardPage(pageWindow: Window, ours: string): () => void {
  let isSaid = false;
  const say = (error: unknown): void => {
    if (isSaid) return;
    isSaid = true;
    // oxlint-disable-next-line no-console -- not an error of the app, but a person who looks for ours finds it here
    console.info(`annotate: a part of the overlay has failed; the app is not affected. ${describe(error)}`);
  };
  const keepFromApp = (event: Event): void => {
    const error = errorOfOurs(event, ours);
    if (error === null) return;
    event.stopImmediatePropagation();
    event.preventDefault();
    say(error.thrown);
  };
  pageWindow.addEventListener('error', keepFromApp, true);
  pageWindow.addEventListener('unhandledrejection', keepFromApp, true);
  return () => {
    pageWindow.removeEventListener('error', keepFromApp, true);
    pageWindow.removeEventListener('unhandledrejection', keepFromApp, true);
  };
}

/** `null` for an error of the app, or of another script. */
function errorOfOurs(event: Event, ours: string): { readonly thrown: unknown } | null {
  if ('reason' in event) return isFromOurs(event.reason, ours) === true ? { thrown: event.reason } : null;
  if (!('error' in event && 'filename' in event && 'message' in event)) return null;
  const { error, filename, message } = event;
  return isOurs({ error, filename: String(filename) }, ours) ? { thrown: error ?? message } : null;
}

/** What is no error has no stack, but the browser says which script has thrown it. */
function isOurs({ error, filename }: { error: unknown; filename: string }, ours: string): boolean {
  return isFromOurs(error, ours) ?? filename.startsWith(ours);
}

/**
 * Whether all scripts in the stack are ours: the app's own errors go through functions that the overlay put around those
 * of the browser, such as `fetch`. `null` for what has no stack.
 */
function isFromOurs(error: unknown, ours: string): boolean | null {
  const scripts = stackOf(error)?.match(/[a-z][a-z-]*:\/\/[^\s)]+/g) ?? [];
  return scripts.length === 0 ? null : scripts.every((address) => address.startsWith(ours));
}

function stackOf(error: unknown): string | null {
  try {
    if (!(error instanceof Error)) return null;
    // Chrome puts the message before the frames, and a message may name any address.
    const { stack = '', message } = error;
    const at = message === '' ? -1 : stack.indexOf(message);
    return at < 0 ? stack : stack.slice(at + message.length);
  } catch {
    // An object of the app that cannot be read is none of ours.
    return null;
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
