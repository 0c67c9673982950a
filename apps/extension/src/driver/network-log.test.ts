import type { Protocol } from 'devtools-protocol';
import { expect, it, vi } from 'vitest';

import { Cdp } from './cdp.ts';
import { NetworkLog } from './network-log.ts';

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
  const log = new NetworkLog(cdp);
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
  const log = new NetworkLog(cdp);
  begin(cdp, 'framed', 'inner', 'frame');
  begin(cdp, 'own', 'first');
  cdp.dispatch('Target.detachedFromTarget', { sessionId: 'frame' }, undefined);
  expect([...log.underWay]).toEqual(['own']);
});

it('does not wait for the document of a frame that has moved to another process', () => {
  const cdp = new Cdp(1);
  const log = new NetworkLog(cdp);
  begin(cdp, 'framed', 'inner');
  begin(cdp, 'own', 'first');
  cdp.dispatch('Page.frameDetached', { frameId: 'frame of inner', reason: 'swap' }, undefined);
  expect([...log.underWay]).toEqual(['own']);
});

it.each([
  ['user=ann&password=hunter2&go=1', 'user=ann&password=(hidden)&go=1'],
  ['{"user":"ann","newPassword": "hunter\\"2"}', '{"user":"ann","newPassword": "(hidden)"}'],
  ['--x\r\ncontent-disposition: form-data; name="passwd"\r\n\r\nhunter2\r\n--x--', undefined],
])('hides passwords that a page sent', async (body, shown) => {
  const cdp = new Cdp(1);
  const log = new NetworkLog(cdp);
  begin(cdp, 'login', 'first', undefined, body);
  // There is no browser to ask for the answer's body, also after other tests that had one.
  vi.stubGlobal('chrome', undefined);
  const { requestBody } = await log.request(
    { tabId: 1, requestId: 'login', maxChars: 1_000 },
    (text) => text,
  );
  expect(requestBody).not.toContain('hunter');
  if (shown !== undefined) expect(requestBody).toBe(shown);
});
