/** Tells the person what agents did while the tab is in the background: in the title, on the icon, on the desktop. */
import type { Annotation, Question } from '@annotate-mcp/core';

import type { OverlayStateContainer } from '../state/container.ts';
import type { OverlayState } from '../state/state.ts';

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

/** What agents did and asked between two states, as far as the person wants to be told of it. */
interface AgentNews {
  /** The annotation's id, or the question's where it is about none. */
  readonly id: string;
  /** Different for everything that happens to an annotation, and the same in all tabs. */
  readonly key: string;
  /** A short sentence, for the headline. */
  readonly title: string;
  /** What the agent wrote, or the request that it is about. */
  readonly body: string;
}

type Annotations = ReadonlyMap<string, Annotation>;

/** Only of annotations that were known before: what a page gets when it connects is no news. */
function agentNews(before: Annotations, after: Annotations): AgentNews[] {
  if (before === after) return [];
  return [...after.values()].flatMap((annotation) => {
    const known = before.get(annotation.id);
    if (known === undefined || known === annotation) return [];
    const title = titleOf(known, annotation);
    if (title === null) return [];
    const { id, updatedAt, annotationText } = annotation;
    const words =
      repliesOfAgents(annotation) > repliesOfAgents(known) ? annotation.replies.at(-1) : undefined;
    return [{ id, key: `${id} ${updatedAt}`, title, body: words?.message ?? annotationText }];
  });
}

/** What is asked already when a page connects is shown on the badge. */
function questionNews(before: readonly Question[], after: readonly Question[]): AgentNews[] {
  const known = new Set(before.map(({ id }) => id));
  // The person caused this question: they have just chosen to start an agent.
  const asked = after.filter(({ id, kind }) => kind !== 'start' && !known.has(id));
  return asked.map(({ id, annotationId = id, agentName = 'The agent', title }) => ({
    id: annotationId,
    key: id,
    title: `${agentName} asks you`,
    body: title,
  }));
}

function titleOf(before: Annotation, after: Annotation): string | null {
  const last = after.replies.at(-1);
  const agent = last?.author === 'agent' ? (last.agentName ?? 'The agent') : 'The agent';
  if (before.status !== after.status) {
    if (after.status === 'resolved') return `${agent} is done`;
    if (after.status === 'dismissed')
      return after.withdrawnAt === undefined ? `${agent} will not do it` : null;
    // An agent that gives an annotation back says why with a reply; one that fails says nothing.
    if (before.status === 'acknowledged' && after.status === 'pending' && after.stoppedAt === undefined)
      return `${before.claim.agentName} stopped working on it`;
  }
  return repliesOfAgents(after) > repliesOfAgents(before) ? `${agent} replied` : null;
}

function repliesOfAgents({ replies }: Annotation): number {
  return replies.filter(({ author }) => author === 'agent').length;
}

/** Puts a number in front of the page's title, even while the app changes its title. */
interface TitleSign {
  /** 0 removes the sign. */
  readonly show: (count: number) => void;
  readonly close: () => void;
}

function createTitleSign(page: Document): TitleSign {
  let sign = '';
  const write = (next: string) => {
    const title = sign !== '' && page.title.startsWith(sign) ? page.title.slice(sign.length) : page.title;
    sign = next;
    if (page.title !== next + title) page.title = next + title;
  };
  // The app may replace the text of the title, or the element.
  const observer = new MutationObserver(() => {
    if (!page.title.startsWith(sign)) page.title = sign + page.title;
  });
  const show = (count: number) => {
    observer.disconnect();
    write(count === 0 ? '' : `(${count}) `);
    if (count > 0) observer.observe(page.head, { childList: true, characterData: true, subtree: true });
  };
  return { show, close: () => show(0) };
}

/** Puts a dot on the page's icon, with a link of its own after those of the app, which stay as they are. */
interface FaviconSign {
  readonly show: (isShown: boolean) => void;
  readonly close: () => void;
}

const size = 32;
const dotColor = '#f43f5e';

function createFaviconSign(page: Document): FaviconSign {
  let link: HTMLLinkElement | null = null;
  const remove = () => {
    link?.remove();
    link = null;
  };
  const add = async () => {
    const own = page.createElement('link');
    link = own;
    const icon = await loadIcon(page);
    const address = draw(page, icon);
    // The person may be back meanwhile.
    if (link !== own || address === null) return;
    own.rel = 'icon';
    own.dataset.annotate = 'sign';
    own.href = address;
    page.head.append(own);
  };
  return {
    show(isShown) {
      if (!isShown) remove();
      else if (link === null) void add();
    },
    close: remove,
  };
}

/** `null` where the page has no icon, or one that may not be read. */
async function loadIcon(page: Document): Promise<HTMLImageElement | null> {
  const address = [...page.querySelectorAll<HTMLLinkElement>('link[rel~=icon]')].at(-1)?.href;
  const image = new Image(size, size);
  image.crossOrigin = 'anonymous';
  image.src = address ?? new URL('/favicon.ico', page.baseURI).href;
  try {
    await image.decode();
    return image;
  } catch {
    // The dot alone is a sign too.
    return null;
  }
}

/** `null` where a page may not read what it has drawn. */
function draw(page: Document, icon: HTMLImageElement | null): string | null {
  const canvas = page.createElement('canvas');
  canvas.width = canvas.height = size;
  const context = canvas.getContext('2d');
  if (context === null) return null;
  if (icon !== null) context.drawImage(icon, 0, 0, size, size);
  context.fillStyle = dotColor;
  context.beginPath();
  context.arc(size - 9, 9, 8, 0, 2 * Math.PI);
  context.fill();
  try {
    return canvas.toDataURL();
  } catch {
    // Browsers that protect against fingerprinting refuse it.
    return null;
  }
}

interface DesktopNoticesDeps {
  readonly locks: LockManager;
  readonly onClick: (id: string) => void;
}

interface DesktopNotices {
  /** While a tab of this address is in front, its person sees the news there. */
  readonly setInFront: (isInFront: boolean) => void;
  readonly show: (news: AgentNews) => Promise<void>;
  readonly close: () => void;
}

const frontLock = 'annotate:in-front';
/** Longer than the news takes to reach the other tabs. */
const reservedMs = 10_000;
const longestBody = 200;

/** Shows desktop notifications, one for each piece of news although several tabs of the app are open. */
function createDesktopNotices({ locks, onClick }: DesktopNoticesDeps): DesktopNotices {
  const ending = new AbortController();
  let leaveFront: (() => void) | null = null;
  return {
    setInFront(isInFront) {
      if (!isInFront) {
        leaveFront?.();
        leaveFront = null;
        return;
      }
      if (leaveFront !== null) return;
      const left = new Promise<void>((resolve) => (leaveFront = resolve));
      void locks.request(frontLock, { mode: 'shared' }, () => left);
    },
    async show(news) {
      const { held = [] } = await locks.query();
      if (held.some(({ name }) => name === frontLock)) return;
      await locks.request(`annotate:told:${news.key}`, { ifAvailable: true }, async (lock) => {
        if (lock === null) return;
        notify(news, onClick);
        await pause(reservedMs, ending.signal);
      });
    },
    close() {
      leaveFront?.();
      ending.abort();
    },
  };
}

/** Both texts are shown as text by every system. */
function notify({ id, title, body }: AgentNews, onClick: (id: string) => void): void {
  const notice = new Notification(title, { body: body.slice(0, longestBody), tag: id });
  notice.onclick = () => {
    window.focus();
    notice.close();
    onClick(id);
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
