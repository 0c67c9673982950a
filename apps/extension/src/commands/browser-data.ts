/** What the browser keeps of sites. */
import type { Protocol } from 'devtools-protocol';

import type { ParamsOf, ResultOf } from '@annotate-mcp/browser-protocol';

import { CommandError } from '../driver/command-error.ts';

import type { Handler } from './handler.ts';

type Cookie = ResultOf<'get_cookies'>['cookies'][number];

const getCookies: Handler<'get_cookies'> = async ({ tabId, find, values }, { tabs, signal }) => {
  const tab = await tabs.get(tabId);
  return tab.run(async () => {
    const page = await tab.page();
    // Of this address only: frames of other sites were not asked for.
    const { cookies } = await tab.cdp.send('Network.getCookies', { urls: [page.url] });
    const wanted = cookies.filter(({ name }) => name.toLowerCase().includes(find?.toLowerCase() ?? ''));
    const shown = wanted.slice(0, 2_000).map((cookie) => toCookie(cookie, values));
    return { ...page, cookies: shown };
  }, signal);
};

function toCookie(cookie: Protocol.Network.Cookie, values: boolean): Cookie {
  const { name, value, domain, path, expires, session, httpOnly, secure, sameSite } = cookie;
  return {
    name,
    value: values ? value : null,
    domain,
    path,
    ...(!session && expires > 0 && { expires: new Date(expires * 1_000).toISOString() }),
    httpOnly,
    secure,
    ...(sameSite !== undefined && { sameSite }),
  };
}

type VisitedPage = ResultOf<'search_history'>['pages'][number];

const searchHistory: Handler<'search_history'> = async (params) => {
  const { source } = params;
  if (!(await chrome.permissions.contains({ permissions: [source] }))) throw notAllowedError(source);
  return { pages: await (source === 'history' ? searchVisits(params) : searchBookmarks(params)) };
};

async function searchVisits({ text, since, limit }: ParamsOf<'search_history'>): Promise<VisitedPage[]> {
  const startTime = since === undefined ? 0 : Date.parse(since);
  const found = await chrome.history.search({ text, startTime, maxResults: limit });
  return found.map(({ url, title, lastVisitTime, visitCount }) => ({
    ...pageOf(url, title, lastVisitTime),
    ...(visitCount !== undefined && { visits: visitCount }),
  }));
}

async function searchBookmarks({ text, since, limit }: ParamsOf<'search_history'>): Promise<VisitedPage[]> {
  const from = since === undefined ? 0 : Date.parse(since);
  const found = await (text === '' ? chrome.bookmarks.getRecent(limit) : chrome.bookmarks.search(text));
  // Folders have no address.
  return found
    .filter(({ url, dateAdded = 0 }) => url !== undefined && dateAdded >= from)
    .slice(0, limit)
    .map(({ url, title, dateAdded }) => pageOf(url, title, dateAdded));
}

function pageOf(url = '', title = '', at?: number): VisitedPage {
  return {
    url: url.slice(0, 2_000),
    title: title.slice(0, 500),
    ...(at !== undefined && { at: new Date(at).toISOString() }),
  };
}

function notAllowedError(source: 'history' | 'bookmarks'): CommandError {
  const what = source === 'history' ? 'browsing history' : 'bookmarks';
  return new CommandError(
    'browser/not-allowed',
    `The person has not allowed agents to search the ${what}.`,
    `Tell the person: to allow it, click the annotate-mcp button in Chrome and switch on "${source === 'history' ? 'History' : 'Bookmarks'}" below "Agents may search". Then call the tool again.`,
  );
}

export const browserDataHandlers = { get_cookies: getCookies, search_history: searchHistory };
