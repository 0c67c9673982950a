/** Connects the view with its browser tab and its host. */
import type { HostContext, ViewHost } from './host/view-host.ts';
import type { ViewStateContainer } from './state/reducer.ts';
import { batchOf, unsentTexts } from './state/select.ts';
import type { DraftSaver } from './sync/draft-saver.ts';
import type { SyncDeps } from './sync/sync-deps.ts';
import { modeHints, modeWords } from './ui/words.ts';

export function followHost(host: ViewHost, state: ViewStateContainer, drafts: DraftSaver): void {
  host.onContext((hostContext) => {
    applyTheme(hostContext);
    state.dispatch({ type: 'hostContext', hostContext });
  });
  // What fails here has a copy in the browser, and is sent again while the view is open.
  host.onLeave(() => drafts.flush().catch(() => undefined));
}

/** Calls `wake` when the network is back or the tab becomes visible. */
export function wakeWhenBack(wake: () => void): () => void {
  addEventListener('online', wake);
  document.addEventListener('visibilitychange', wake);
  return () => {
    removeEventListener('online', wake);
    document.removeEventListener('visibilitychange', wake);
  };
}

/** Names the tab after the document. A frame has no title that a person sees. */
export function setTabTitle(host: ViewHost, state: ViewStateContainer): () => void {
  if (host.kind !== 'page') return () => undefined;
  const setTitle = () => (document.title = `${state.get().file?.name ?? 'Markdown'} – review`);
  setTitle();
  return state.subscribe((now, before) => {
    if (now.file?.name !== before.file?.name) setTitle();
  });
}

/** Says what the mode is when the person or an agent has changed it. A plan has no modes. */
export function announceMode(state: ViewStateContainer, notifier: SyncDeps['notifier']): () => void {
  return state.subscribe(({ mode, asksVerdict }, before) => {
    if (mode !== before.mode && !asksVerdict) notifier.info(`${modeWords[mode]} mode. ${modeHints[mode]}`);
  });
}

/** Asks before the tab is closed with comments that were not sent: their author may believe that they were. */
export function askBeforeLeaving(host: ViewHost, state: ViewStateContainer): () => void {
  if (host.kind !== 'page') return () => undefined;
  const ask = (event: BeforeUnloadEvent) => {
    const now = state.get();
    const unsent = now.connection.state === 'ended' ? 0 : batchOf(now).length;
    if (unsent > 0 || unsentTexts(now).length > 0) event.preventDefault();
  };
  addEventListener('beforeunload', ask);
  return () => removeEventListener('beforeunload', ask);
}

/** Uses the theme of the host. Without one the tokens follow the theme of the system. */
export function applyTheme({ theme }: HostContext): void {
  const { dataset } = document.documentElement;
  if (theme === null) delete dataset.theme;
  else dataset.theme = theme;
}
