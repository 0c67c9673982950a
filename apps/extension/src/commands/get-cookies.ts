import type { Protocol } from 'devtools-protocol';

import type { ResultOf } from '@annotate-mcp/browser-protocol';

import type { Handler } from './handler.ts';

type Cookie = ResultOf<'get_cookies'>['cookies'][number];

export const getCookies: Handler<'get_cookies'> = async ({ tabId, find, values }, { tabs, signal }) => {
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
