import type { Protocol } from 'devtools-protocol';
import { describe, expect, it, vi } from 'vitest';

import { Cdp } from './cdp.ts';
import { NetworkLog } from './network-log.ts';

/** A page whose frames are not known, except one that is no page. */
const frames = {
  isPage: (id: string) => id !== 'inner',
  byId: () => null,
  ofContext: () => null,
  chainOf: () => [],
  accessToChain: () => 'open' as const,
};

function begin(cdp: Cdp, requestId: string, loaderId: string, session?: string, body?: string): void {
  const frameId = `frame of ${loaderId}`;
  const request = {
    url: `https://site.test/${requestId}`,
    method: 'POST',
    headers: {},
    ...(body !== undefined && { postDataEntries: [{ bytes: btoa(body) }] }),
  } as unknown as Protocol.Network.Request;
  const event = { requestId, frameId, loaderId, request, type: 'Fetch', wallTime: 1, timestamp: 1 };
  cdp.dispatch('Network.requestWillBeSent', event, session);
}

it('does not wait for what a document asked for that is gone', () => {
  const cdp = new Cdp(1);
  const log = new NetworkLog(cdp, frames);
  begin(cdp, 'old', 'first');
  begin(cdp, 'framed', 'inner', 'frame');
  begin(cdp, 'new', 'second');
  cdp.dispatch('Page.frameNavigated', { frame: { id: 'a', parentId: 'main', loaderId: 'x' } }, undefined);
  expect([...log.underWay]).toEqual(['old', 'framed', 'new']);
  cdp.dispatch('Page.frameNavigated', { frame: { id: 'main', loaderId: 'second' } }, undefined);
  expect([...log.underWay]).toEqual(['new']);
});

it('does not wait for what a frame asked for that is gone', () => {
  const cdp = new Cdp(1);
  const log = new NetworkLog(cdp, frames);
  begin(cdp, 'framed', 'inner', 'frame');
  begin(cdp, 'own', 'first');
  cdp.dispatch('Target.detachedFromTarget', { sessionId: 'frame' }, undefined);
  expect([...log.underWay]).toEqual(['own']);
});

it('does not wait for the document of a frame that has moved to another process', () => {
  const cdp = new Cdp(1);
  const log = new NetworkLog(cdp, frames);
  begin(cdp, 'framed', 'inner');
  begin(cdp, 'own', 'first');
  cdp.dispatch('Page.frameDetached', { frameId: 'frame of inner', reason: 'swap' }, undefined);
  expect([...log.underWay]).toEqual(['own']);
});

it.each([
  ['user=ann&password=hunter2&go=1', 'user=ann&password=[redacted]&go=1'],
  ['{"user":"ann","newPassword": "hunter\\"2"}', '{"user":"ann","newPassword": "[redacted]"}'],
  ['--x\r\ncontent-disposition: form-data; name="passwd"\r\n\r\nhunter2\r\n--x--', undefined],
])('hides passwords that a page sent', async (body, shown) => {
  const cdp = new Cdp(1);
  const log = new NetworkLog(cdp, frames);
  begin(cdp, 'login', 'first', undefined, body);
  // There is no browser to ask for the answer's body, also after other tests that had one.
  vi.stubGlobal('chrome', undefined);
  const { requestBody } = await log.request(
    { tabId: 1, requestId: 'login', maxChars: 1_000 },
    (text) => text,
    () => true,
  );
  expect(requestBody).not.toContain('hunter');
  if (shown !== undefined) expect(requestBody).toBe(shown);
});

describe('a page that the agent may not see', () => {
  const query = { tabId: 1, after: 0, limit: 100, failed: false, dataOnly: false };
  const mayRead = (url: string) => !url.startsWith('https://hidden.test');
  const asked = { tabId: 1, requestId: '1', maxChars: 1_000 };
  const same = (text: string) => text;

  function send(
    cdp: Cdp,
    url: string,
    { requestId = '1', frameId = 'main', type = 'Document', documentURL = url, headers = {} } = {},
  ): void {
    const request = { url, method: 'GET', headers };
    const times = { wallTime: 1, timestamp: 1 };
    const event = { requestId, frameId, loaderId: requestId, documentURL, request, type, ...times };
    cdp.dispatch('Network.requestWillBeSent', event, undefined);
  }

  it('is not in the log while it loads, nor what it asked for, nor when a redirect led through it', async () => {
    const cdp = new Cdp(1);
    const log = new NetworkLog(cdp, frames);
    send(cdp, 'https://a.test/go');
    send(cdp, 'https://hidden.test/?account=4321');
    const whileLoading = log.page(query, mayRead).requests.map(({ url }) => url);
    expect(whileLoading).toEqual(['https://a.test/go']);
    await expect(log.request(asked, same, mayRead)).rejects.toMatchObject({ code: 'request/none' });
    send(cdp, 'https://hidden.test/api', {
      requestId: '2',
      type: 'Fetch',
      documentURL: 'https://hidden.test/?account=4321',
    });
    send(cdp, 'https://a.test/back', { headers: { Referer: 'https://hidden.test/4321', Accept: '*/*' } });
    const { requests } = log.page(query, mayRead);
    expect(requests.map(({ url }) => url)).toEqual(['https://a.test/go', 'https://a.test/back']);
    expect(requests[0]).not.toHaveProperty('page');
    vi.stubGlobal('chrome', undefined);
    expect(await log.request(asked, same, mayRead)).toMatchObject({
      request: { url: 'https://a.test/back' },
      requestHeaders: { Accept: '*/*' },
    });
  });

  it('may be in a frame of another one, to which it belongs then', () => {
    const cdp = new Cdp(1);
    const log = new NetworkLog(cdp, frames);
    send(cdp, 'https://hidden.test/frame', { frameId: 'inner' });
    expect(log.page(query, mayRead).requests).toHaveLength(1);
  });
});
