/** Tells the person what agents did while the tab is in the background: in the title, on the icon, on the desktop. */
import type { OverlayStateContainer } from '../state/container.ts';
import type { OverlayState } from '../state/state.ts';

import { agentNews, questionNews } from './agent-news.ts';
import { createDesktopNotices, type DesktopNotices } from './desktop-notices.ts';
import { createFaviconSign } from './favicon-sign.ts';
import { createTitleSign } from './title-sign.ts';

export function startAttention({ get, dispatch, subscribe }: OverlayStateContainer): () => void {
  const title = createTitleSign(document);
  const favicon = createFaviconSign(document);
  const notices = desktopNotices((id) => dispatch({ type: 'thread:open', id }));
  const isHidden = () => document.visibilityState === 'hidden';
  let known = get();
  let unseen: ReadonlySet<string> = new Set();

  const show = (next: ReadonlySet<string>) => {
    unseen = next;
    title.show(next.size);
    favicon.show(next.size > 0);
  };
  const follow = (state: OverlayState) => {
    const { annotations, work, settings } = state;
    const news = [
      ...agentNews(known.annotations, annotations),
      ...questionNews(known.work.questions, work.questions),
    ];
    known = state;
    if (news.length === 0 || !isHidden()) return;
    show(new Set([...unseen, ...news.map(({ id }) => id)]));
    if (!settings.notifications || !canNotify()) return;
    for (const each of news) void notices?.show(each);
  };
  const onVisibility = () => {
    notices?.setInFront(!isHidden());
    if (!isHidden() && unseen.size > 0) show(new Set());
  };

  onVisibility();
  document.addEventListener('visibilitychange', onVisibility);
  const unsubscribe = subscribe(follow);
  return () => {
    unsubscribe();
    document.removeEventListener('visibilitychange', onVisibility);
    for (const part of [title, favicon, notices]) part?.close();
  };
}

/** `null` on pages that come over plain HTTP from another machine, which have no notifications either. */
function desktopNotices(onClick: (id: string) => void): DesktopNotices | null {
  return 'locks' in navigator ? createDesktopNotices({ locks: navigator.locks, onClick }) : null;
}

function canNotify(): boolean {
  return 'Notification' in window && Notification.permission === 'granted';
}
