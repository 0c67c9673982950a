import { describe, expect, it } from 'vitest';

import { Cdp } from './cdp.ts';
import { FrameList } from './frame-list.ts';

/** A page with one frame, which is still in the process of the page. */
function start() {
  const cdp = new Cdp(1);
  const frames = new FrameList(cdp);
  const tell = (name: string, params: object, session?: string) => cdp.dispatch(name, params, session);
  tell('Page.frameNavigated', { frame: { id: 'page' } });
  tell('Page.frameAttached', { frameId: 'inner', parentFrameId: 'page' });
  const attach = (sessionId: string, url = '') =>
    tell('Target.attachedToTarget', { sessionId, targetInfo: { targetId: 'inner', type: 'iframe', url } });
  return { frames, tell, attach };
}

it('knows the process of a frame as soon as the browser does', () => {
  const { frames, attach } = start();
  attach('own');
  expect(frames.byId('inner')).toMatchObject({ session: 'own', parentId: 'page', number: 1 });
});

it('does not believe the old process of a frame that speaks late', () => {
  const { frames, tell, attach } = start();
  attach('own');
  // The page was busy: its answer is from before the frame moved.
  tell('Page.frameAttached', { frameId: 'inner', parentFrameId: 'page' });
  frames.add('inner', 'page', undefined);
  expect(frames.byId('inner')).toMatchObject({ session: 'own' });
  tell('Page.frameDetached', { frameId: 'inner', reason: 'swap' });
  expect(frames.byId('inner')).toMatchObject({ session: 'own' });
});

it('gives a frame back to the process of its parent, in whichever order that is told', () => {
  const { frames, tell, attach } = start();
  attach('own');
  tell('Page.frameDetached', { frameId: 'inner', reason: 'swap' });
  tell('Page.frameNavigated', { frame: { id: 'inner', parentId: 'page' } });
  tell('Target.detachedFromTarget', { sessionId: 'own' });
  expect(frames.byId('inner')).toMatchObject({ session: undefined, parentId: 'page', number: 1 });
});

it('forgets a frame that was removed', () => {
  const { frames, tell, attach } = start();
  attach('own');
  tell('Page.frameDetached', { frameId: 'inner', reason: 'remove' });
  tell('Target.detachedFromTarget', { sessionId: 'own' });
  expect(frames.all.map(({ id }) => id)).toEqual(['page']);
});

it('waits for the first document that a frame has in its own process', async () => {
  const { frames, tell, attach } = start();
  const inner = frames.byId('inner');
  if (inner === null) throw new Error('There is no frame.');
  attach('own');
  const settled = frames.untilSettled(inner);
  let isSettled = false;
  void settled.then(() => (isSettled = true));
  await Promise.resolve();
  expect(isSettled).toBe(false);
  tell('Target.targetInfoChanged', { targetInfo: { targetId: 'inner', url: 'https://other.test/' } });
  expect(await settled).toMatchObject({ session: 'own' });
});

it('keeps the number of a frame when the debugger is attached again', () => {
  const { frames, tell, attach } = start();
  attach('own');
  frames.clear();
  expect(frames.all).toEqual([]);
  tell('Page.frameAttached', { frameId: 'another', parentFrameId: 'page' });
  attach('new', 'https://other.test/');
  expect(frames.byId('inner')).toMatchObject({ session: 'new', number: 1 });
});

describe('what a frame shows', () => {
  const shop = { url: 'https://shop.test/', origin: 'https://shop.test' };
  const bank = { url: 'https://bank.test/', origin: 'https://bank.test' };
  const navigated = (id: string, { url, origin }: typeof shop, more: object = {}) => ({
    frame: { id, url, securityOrigin: origin, ...(id !== 'page' && { parentId: 'page' }), ...more },
  });
  function shown() {
    const started = start();
    started.tell('Page.frameNavigated', navigated('page', shop));
    const chain = () => {
      const inner = started.frames.byId('inner');
      return inner === null ? null : started.frames.chainOf(inner);
    };
    return { ...started, chain };
  }

  it('is its first, empty document until it has another', () => {
    const { chain, tell } = shown();
    expect(chain()).toEqual([shop, { url: '', origin: '' }]);
    tell('Page.frameNavigated', navigated('inner', bank));
    expect(chain()).toEqual([shop, bank]);
    tell('Page.navigatedWithinDocument', { frameId: 'inner', url: 'https://bank.test/pay' });
    expect(chain()).toEqual([shop, { ...bank, url: 'https://bank.test/pay' }]);
  });

  it('is what its own process says, and not what another one says late', () => {
    const { chain, tell, attach } = shown();
    tell('Page.frameNavigated', navigated('inner', shop));
    attach('own');
    expect(chain()).toEqual([shop, null]);
    tell('Page.frameNavigated', navigated('inner', shop));
    expect(chain()).toEqual([shop, null]);
    tell('Page.frameNavigated', navigated('inner', bank), 'own');
    expect(chain()).toEqual([shop, bank]);
    // Back in the process of the page.
    tell('Page.frameNavigated', navigated('inner', shop));
    expect(chain()).toEqual([shop, bank]);
    tell('Target.detachedFromTarget', { sessionId: 'own' });
    expect(chain()).toEqual([shop, shop]);
  });

  it('belongs to the origin of its scripts, which an empty address does not name', () => {
    const { chain, tell } = shown();
    tell('Page.frameNavigated', navigated('inner', { url: 'about:blank', origin: '://' }));
    const context = { id: 7, origin: bank.origin, auxData: { isDefault: true, frameId: 'inner' } };
    tell('Runtime.executionContextCreated', { context });
    expect(chain()).toEqual([shop, { url: 'about:blank', origin: bank.origin }]);
  });

  it('is the address that was refused, if it shows an error', () => {
    const { chain, tell } = shown();
    const error = { url: 'chrome-error://chromewebdata/', origin: '://' };
    tell('Page.frameNavigated', navigated('inner', error, { unreachableUrl: bank.url }));
    expect(chain()).toEqual([shop, { url: bank.url, origin: '://' }]);
  });

  it('is found by the world of a script, or else by the session', () => {
    const { frames, tell, attach } = shown();
    const context = { id: 7, origin: '', auxData: { isDefault: false, frameId: 'inner' } };
    tell('Runtime.executionContextCreated', { context });
    expect(frames.ofContext(undefined, 7)?.id).toBe('inner');
    expect(frames.ofContext(undefined, 8)?.id).toBe('page');
    attach('own', bank.url);
    expect(frames.ofContext('own', 1)?.id).toBe('inner');
    expect(frames.ofContext('other')).toBeNull();
  });
});
