/** The host for a browser tab: a page on the loopback address of the server that opened it. */
import { answerOf, openedOf, type RawResult, recordOf } from './tool-answer.ts';
import { EndedError, type HostContext, noInsets, type OpenedView, type ViewHost } from './view-host.ts';

export const pageSelector = 'meta[name="annotate-mcp-host"][content="page"]';

/**
 * Gets the token of the view for a browser tab. The address of the tab ends with a code that works once; what the tab got
 * for it is kept for as long as the tab is open, so that it can be loaded again.
 */
export async function enterPage(storage: Storage | null): Promise<string> {
  const code = decodeURIComponent(location.hash.slice(1));
  const kept = storage?.getItem(location.pathname) ?? null;
  if (code === '') return kept ?? '';
  // The same address may be opened in the same tab again.
  const token = kept ?? (await exchange(code));
  storage?.setItem(location.pathname, token);
  // A code in the history or in a bookmark would open nothing.
  history.replaceState(history.state, '', location.pathname);
  return token;
}

async function exchange(code: string): Promise<string> {
  const response = await fetch('./enter', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const answer = recordOf(await response.json().catch(() => null));
  if (response.ok && typeof answer.token === 'string') return answer.token;
  throw new Error(response.status === 403 ? addressUsed : reviewEnded);
}

const addressUsed =
  'This address was used already: it opens one tab, and only once. Continue in that tab, ask your agent to open the file again, or run "npx annotate-mcp review FILE". If you did not open it yourself, another program did, and can read that review.';
const reviewEnded =
  'This review has ended; its comments are kept. Ask your agent to open the file again, or run "npx annotate-mcp review FILE".';

/** `token` is what `enterPage` got. */
export function connectPage(token: string): ViewHost {
  return connectView(token, '.', openedBy);
}

/** `base` leads from the page's address to the one of the view. */
function connectView(
  token: string,
  base: string,
  findView: (call: ViewHost['call']) => Promise<OpenedView>,
): ViewHost {
  const post = poster(token, base);
  const call: ViewHost['call'] = async (name, args, signal) =>
    // The annotate-mcp server wrote it; `answerOf` checks each field that it uses.
    answerOf((await post('call', { name, arguments: args }, signal)) as RawResult);
  return {
    kind: 'page',
    opened: findView(call),
    call,
    async read(uri) {
      const { contents } = recordOf(await post('read', { uri }));
      const { text } = recordOf(Array.isArray(contents) ? contents[0] : null);
      if (typeof text !== 'string') throw new Error(`${uri} has no text.`);
      return text;
    },
    context: tabContext,
    onContext: () => undefined,
    push: null,
    openLink: (url) => void open(url, '_blank', 'noopener,noreferrer'),
    forView: (view) => connectView(view.token, `../${view.opened.viewUUID}`, async () => view),
    display: null,
    close: null,
    onLeave(flush) {
      // The browser may freeze or close the page after this without another event.
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'hidden') void flush();
      });
    },
    onClose: (end) => addEventListener('pagehide', () => void end()),
  };
}

const tabContext: HostContext = {
  theme: null,
  fullscreen: false,
  canFullscreen: false,
  safeArea: noInsets,
  height: null,
};

/** The server of the page opens its one document, whatever path is given. */
async function openedBy(call: ViewHost['call']): Promise<OpenedView> {
  const view = openedOf(await call('open_markdown', { path: '' }), null);
  if (view === null) throw new Error('The server of this page does not say which file it shows.');
  return view;
}

/** The server is a program on this machine: after this many unanswered calls it was stopped. */
const maxUnanswered = 3;

function pageShownAgain(): Promise<unknown> {
  return new Promise((resolve) => addEventListener('pageshow', resolve, { once: true }));
}

function poster(token: string, base: string) {
  let unanswered = 0;
  let isClosing = false;
  addEventListener('pagehide', () => (isClosing = true));
  // The browser may show the same page again later.
  addEventListener('pageshow', () => (isClosing = false));
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    try {
      const response = await fetch(path, init);
      unanswered = 0;
      return response;
    } catch (error) {
      if (init.signal?.aborted === true) throw error;
      unanswered++;
      if (unanswered < maxUnanswered)
        throw new Error('The server of this review does not answer.', { cause: error });
      throw new EndedError('The review has ended.', { cause: error });
    }
  };
  return async (path: string, body: object, signal?: AbortSignal): Promise<unknown> => {
    // The browser ends the poll of a page that it closes. Another one would tell the server that the page is still there.
    if (signal && isClosing) await pageShownAgain();
    const response = await ask(`${base}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      // With keepalive a call still arrives when the tab closes. Browsers limit such calls to 64 KB. A poll, which has
      // a signal, ends with the tab: the server would wait for it.
      keepalive: signal === undefined && (isClosing || document.visibilityState === 'hidden'),
      ...(signal && { signal }),
    });
    if (response.ok) return response.json();
    if (response.status === 401 || response.status === 403)
      throw new EndedError('This address is no longer valid. Open the review again, or ask your agent to.');
    if (response.status === 404 && path === 'call') throw new EndedError('The review has ended.');
    throw new Error(`The review's server answered ${response.status}.`);
  };
}
