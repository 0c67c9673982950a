import { expect, it } from 'vitest';

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
