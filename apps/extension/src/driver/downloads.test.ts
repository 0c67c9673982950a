import { afterEach, expect, it, vi } from 'vitest';

import { Cdp } from './cdp.ts';
import { Downloads } from './downloads.ts';
import { Frames } from './frames.ts';

afterEach(() => void vi.unstubAllGlobals());

const item = {
  finalUrl: '',
  startTime: new Date().toISOString(),
  state: 'complete',
  bytesReceived: 1,
  totalBytes: 1,
};

function start(items: readonly object[]): { cdp: Cdp; downloads: Downloads } {
  vi.stubGlobal('chrome', {
    downloads: { search: async () => items.map((each, id) => ({ id, ...item, ...each })) },
  });
  const cdp = new Cdp(1);
  return {
    cdp,
    downloads: new Downloads(
      cdp,
      new Frames(
        cdp,
        async () => '',
        () => 'open',
      ),
    ),
  };
}

function begin(cdp: Cdp, url: string, suggestedFilename: string): void {
  cdp.dispatch('Page.downloadWillBegin', { url, suggestedFilename, frameId: 'main', guid: '1' }, undefined);
}

it('does not take the file of another tab for the data that this one saved', async () => {
  const { cdp, downloads } = start([
    { url: 'https://bank.test/statement?account=4321', filename: '/home/ann/statement-4321.pdf' },
    { url: 'data:text/plain,x', filename: '/home/ann/hidden-4321.txt' },
  ]);
  begin(cdp, 'data:text/plain,x', 'mine.txt');
  expect(await downloads.unreported()).toMatchObject([{ name: 'mine.txt', state: 'running', path: null }]);
});

it('finds the data that a page saved, also under another name and with a shortened address', async () => {
  const { cdp, downloads } = start([
    { url: `data:text/plain,${'x'.repeat(300)}`, filename: 'C:\\Users\\ann\\mine (1).txt' },
  ]);
  begin(cdp, `data:text/plain,${'x'.repeat(5_000)}`, 'mine.txt');
  expect(await downloads.unreported()).toMatchObject([{ name: 'mine (1).txt', state: 'done' }]);
});

it('names the address to which a redirect led, because the file is from there', async () => {
  const { cdp, downloads } = start([
    { url: 'https://a.test/go', finalUrl: 'https://b.test/file', filename: '/home/ann/file' },
  ]);
  cdp.dispatch('Page.windowOpen', { url: 'https://a.test/go' }, undefined);
  expect(await downloads.unreported()).toMatchObject([{ url: 'https://b.test/file' }]);
});
