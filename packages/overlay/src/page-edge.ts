/**
 * The edge between the overlay and the page: an exception of ours is no error of the app, neither on the console nor for
 * its handlers. Handlers of a window are called in the order in which they were added, so listeners that the app added
 * before the overlay was loaded still see it, `onerror` and `onunhandledrejection` do not. Returns what stops it.
 * `ours` is what the addresses of our scripts begin with.
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
  const restore = guardHandlers(pageWindow, ours);
  pageWindow.addEventListener('error', keepFromApp);
  pageWindow.addEventListener('unhandledrejection', keepFromApp);
  return () => {
    restore();
    pageWindow.removeEventListener('error', keepFromApp);
    pageWindow.removeEventListener('unhandledrejection', keepFromApp);
  };
}

/** Puts functions around the handlers that the page has by now. */
function guardHandlers(pageWindow: Window, ours: string): () => void {
  const { onerror, onunhandledrejection } = pageWindow;
  if (onerror !== null)
    pageWindow.onerror = function (event, file, line, column, error): unknown {
      const thrown = { error, filename: file ?? '' };
      return isOurs(thrown, ours) ? true : (onerror.call(this, event, file, line, column, error) as unknown);
    };
  if (onunhandledrejection !== null)
    pageWindow.onunhandledrejection = function (event): unknown {
      return errorOfOurs(event, ours) === null
        ? (onunhandledrejection.call(this, event) as unknown)
        : undefined;
    };
  const guarded = { onerror: pageWindow.onerror, onunhandledrejection: pageWindow.onunhandledrejection };
  return () => {
    // The app may have put another one there.
    if (pageWindow.onerror === guarded.onerror) pageWindow.onerror = onerror;
    if (pageWindow.onunhandledrejection === guarded.onunhandledrejection)
      pageWindow.onunhandledrejection = onunhandledrejection;
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
