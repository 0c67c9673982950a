export interface LostReporterOptions {
  /** Ids of annotations whose target is not on the page now. */
  readonly missing: () => readonly string[];
  /** Searches once more before a target counts as lost. */
  readonly retry: () => void;
  readonly onLost: (ids: ReadonlySet<string>) => void;
}

export interface LostReporter {
  /** Reports found targets at once, and missing ones only after `graceMs`. */
  readonly report: () => void;
  readonly stop: () => void;
}

// Rendering a route or loading data takes about this long.
const graceMs = 1000;

export function createLostReporter(
  pageWindow: Window,
  { missing, retry, onLost }: LostReporterOptions,
): LostReporter {
  let lost: ReadonlySet<string> = new Set();
  let timer = 0;

  const setLost = (ids: readonly string[]) => {
    if (ids.length === lost.size && ids.every((id) => lost.has(id))) return;
    lost = new Set(ids);
    onLost(lost);
  };
  return {
    report() {
      const ids = missing();
      setLost(ids.filter((id) => lost.has(id)));
      if (timer !== 0 || ids.every((id) => lost.has(id))) return;
      timer = pageWindow.setTimeout(() => {
        timer = 0;
        retry();
        setLost(missing());
      }, graceMs);
    },
    stop() {
      pageWindow.clearTimeout(timer);
      timer = 0;
      setLost([]);
    },
  };
}
