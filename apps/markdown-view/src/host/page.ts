/** Our own page in a browser tab, on the loopback address of the server that opened it. */
import { answerOf, openedOf, type RawResult, recordOf } from './tool-answer.ts';
import { Ended, noInsets, type OpenedView, type Surroundings, type ViewHost } from './view-host.ts';

export const pageMark = 'meta[name="annotate-mcp-host"][content="page"]';

/** `token` is the fragment of the page's address, which browsers send to nobody. */
export function connectPage(token: string): ViewHost {
  const post = poster(token);
  const call: ViewHost['call'] = async (name, args, signal) =>
    // Our own server wrote it; `answerOf` looks at each field it takes.
    answerOf((await post('./call', { name, arguments: args }, signal)) as RawResult);
  return {
    kind: 'page',
    opened: openedBy(call),
    call,
    async read(uri) {
      const { contents } = recordOf(await post('./read', { uri }));
      const { text } = recordOf(Array.isArray(contents) ? contents[0] : null);
      if (typeof text !== 'string') throw new Error(`${uri} has no text.`);
      return text;
    },
    surroundings: ofAWindow,
    onSurroundings: () => undefined,
    push: null,
    openLink: (url) => void open(url, '_blank', 'noopener,noreferrer'),
    display: null,
    close: null,
    onLeave(flush) {
      // The page may be frozen or ended after this without another event.
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'hidden') void flush();
      });
    },
  };
}

const ofAWindow: Surroundings = {
  theme: null,
  fullscreen: false,
  canFullscreen: false,
  safeArea: noInsets,
  height: null,
};

/** The page is of one view, and says which one, whatever it is asked for. */
async function openedBy(call: ViewHost['call']): Promise<OpenedView> {
  const view = openedOf(await call('open_markdown', { path: '' }), null);
  if (view === null) throw new Error('The server of this page does not say which file it shows.');
  return view;
}

/** The server is a program on this machine: when nothing answers that often, it was ended. */
const mostUnanswered = 3;

function poster(token: string) {
  let unanswered = 0;
  const ask = async (path: string, init: RequestInit): Promise<Response> => {
    try {
      const response = await fetch(path, init);
      unanswered = 0;
      return response;
    } catch (error) {
      if (init.signal?.aborted === true) throw error;
      unanswered++;
      if (unanswered < mostUnanswered) throw new Error('Its server does not answer.', { cause: error });
      throw new Ended('The review has ended.', { cause: error });
    }
  };
  return async (path: string, body: object, signal?: AbortSignal): Promise<unknown> => {
    const response = await ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
      // What is on its way when the tab closes still arrives. Browsers take no more than 64 KB so.
      keepalive: document.visibilityState === 'hidden',
      ...(signal && { signal }),
    });
    if (response.ok) return response.json();
    if (response.status === 401 || response.status === 403)
      throw new Ended('This address is no longer valid. Open the review again, or ask your agent to.');
    if (response.status === 404 && path === './call') throw new Ended('The review has ended.');
    throw new Error(`The review's server answered ${response.status}.`);
  };
}
