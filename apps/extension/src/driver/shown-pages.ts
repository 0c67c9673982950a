/** The page that each controlled tab shows, as the debugger reports it: at once, and before a command can reach it. */
export interface ShownPage {
  readonly url: string;
  /** The security origin, which an empty page takes over from the page that opened it. */
  readonly origin: string;
}

/** `before` is the page that the tab showed last while it was controlled. */
type Listener = (tabId: number, page: ShownPage, before: ShownPage | undefined) => void;

const pages = new Map<number, ShownPage>();
const lastPages = new Map<number, ShownPage>();
const listeners = new Set<Listener>();

/** `undefined` for a tab that is not controlled. */
export function shownPage(tabId: number): ShownPage | undefined {
  return pages.get(tabId);
}

export function setShownPage(tabId: number, page: ShownPage): void {
  const before = lastPages.get(tabId);
  pages.set(tabId, page);
  lastPages.set(tabId, page);
  for (const listener of listeners) listener(tabId, page, before);
}

/** The tab is no longer controlled. */
export function forgetShownPage(tabId: number): void {
  pages.delete(tabId);
}

/** The tab is closed. */
export function forgetTabPages(tabId: number): void {
  pages.delete(tabId);
  lastPages.delete(tabId);
}

export function onShownPage(listener: Listener): void {
  listeners.add(listener);
}
