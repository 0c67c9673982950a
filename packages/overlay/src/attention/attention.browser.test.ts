import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import {
  acknowledge,
  type Annotation,
  dismiss,
  type Question,
  release,
  reply,
  resolve,
  stop,
  withdraw,
} from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { createOverlayState, type OverlayStateContainer } from '../state/container.ts';
import { initialState } from '../state/reducer.ts';

import { startAttention } from './attention.ts';

const first = sampleAnnotation({ id: uuidOf(1) });
const second = sampleAnnotation({ id: uuidOf(2) });
const evil = '<img src=x onerror="window.hacked=1">';
let minute = 0;
const soon = () => new Date(Date.UTC(2026, 10, 16, 9, ++minute));
const note = (message: string) => ({ id: crypto.randomUUID(), message });

let container: OverlayStateContainer;

beforeEach(() => {
  document.title = 'Shop';
  setHidden(true);
  container = createOverlayState(initialState({ hub: '/a', appId: '.' }, 'http://localhost/'));
  start(container);
  show(first, second);
});
afterEach(() => {
  vi.unstubAllGlobals();
  setHidden(false);
});

describe('the title and the icon', () => {
  it('show how many annotations have news while the tab is hidden, until the person is back', async () => {
    expect([document.title, signs().length]).toEqual(['Shop', 0]);
    const replied = reply(first, sampleAgent, soon(), note('Which one?'));
    show(replied, second);
    expect(document.title).toBe('(1) Shop');
    await expect.poll(() => signs().length).toBe(1);
    show(resolve(replied, sampleAgent, soon(), note('Done.')), second);
    expect(document.title).toBe('(1) Shop');
    show(replied, resolve(second, sampleAgent, soon(), note('Done.')));
    expect(document.title).toBe('(2) Shop');
    setHidden(false);
    expect([document.title, signs().length]).toEqual(['Shop', 0]);
  });

  it('follow an app that changes its title, and give it back', async () => {
    show(reply(first, sampleAgent, soon(), note('Which one?')), second);
    document.title = 'Cart';
    await expect.poll(() => document.title).toBe('(1) Cart');
    document
      .querySelector('title')
      ?.replaceWith(Object.assign(document.createElement('title'), { text: 'Pay' }));
    await expect.poll(() => document.title).toBe('(1) Pay');
    setHidden(false);
    expect(document.title).toBe('Pay');
  });

  it.each<{ name: string; before?: Annotation; after: Annotation; isNews: boolean }>([
    { name: 'a reply of an agent', after: reply(first, sampleAgent, soon(), note('Hm')), isNews: true },
    { name: 'a resolved one', after: resolve(first, sampleAgent, soon(), note('Done')), isNews: true },
    { name: 'a dismissed one', after: dismiss(first, sampleAgent, soon(), note('No')), isNews: true },
    {
      name: 'an agent that stopped',
      before: acknowledge(first, sampleAgent, soon()),
      after: release(acknowledge(first, sampleAgent, soon()), { type: 'system' }, soon()),
      isNews: true,
    },
    {
      name: 'an agent that the person stopped',
      before: acknowledge(first, sampleAgent, soon()),
      after: stop(acknowledge(first, sampleAgent, soon()), author(first), soon()),
      isNews: false,
    },
    { name: 'an agent that begins', after: acknowledge(first, sampleAgent, soon()), isNews: false },
    { name: 'what the person takes back', after: withdraw(first, author(first), soon()), isNews: false },
    { name: 'a reply of the person', after: reply(first, author(first), soon(), note('Hm')), isNews: false },
    { name: 'one that was not known', after: sampleAnnotation({ id: uuidOf(3) }), isNews: false },
  ])('tell of $name: $isNews', ({ before = first, after, isNews }) => {
    show(before);
    document.title = 'Shop';
    show(before, after);
    expect(document.title).toBe(isNews ? '(1) Shop' : 'Shop');
  });

  it('tell of what an agent asks, and not of the question which agent to start', () => {
    const question: Question = {
      id: uuidOf(7),
      kind: 'permission',
      title: 'Run npm test',
      annotationId: first.id,
      askedAt: soon().toISOString(),
      url: 'http://127.0.0.1:4444/questions/7',
    };
    const ask = (...questions: Question[]) =>
      container.dispatch({ type: 'work', work: { works: [], questions, canStart: true } });
    ask({ ...question, id: uuidOf(8), kind: 'start' });
    expect(document.title).toBe('Shop');
    ask(question);
    expect(document.title).toBe('(1) Shop');
  });

  it('say nothing while the tab is in front', () => {
    setHidden(false);
    show(resolve(first, sampleAgent, soon(), note('Done.')));
    expect(document.title).toBe('Shop');
  });
});

describe('desktop notifications', () => {
  // The tabs of the tests before are in front until the browser has heard that they are closed.
  beforeEach(() => expect.poll(heldLocks).toBe(0));

  it('are shown by one of several tabs, as text, and open the thread', async () => {
    const shown = playNotifications('granted');
    const other = createOverlayState(container.get());
    start(other);
    for (const { dispatch } of [container, other]) dispatch({ type: 'setting:notifications', on: true });
    const replied = reply(first, sampleAgent, soon(), note(evil));
    for (const tab of [container, other]) showIn(tab, replied, second);
    await expect.poll(() => shown.length).toBe(1);
    const next = resolve(second, sampleAgent, soon(), note('Done.'));
    for (const tab of [container, other]) showIn(tab, replied, next);
    await expect.poll(() => shown.length).toBe(2);
    expect(shown.map(({ title, body }) => [title, body])).toEqual([
      [`${sampleAgent.agentName} replied`, evil],
      [`${sampleAgent.agentName} is done`, 'Done.'],
    ]);
    shown[0]?.onclick?.();
    expect([container, other].map(({ get }) => get().mode)).toContainEqual({
      name: 'thread',
      id: first.id,
      back: 'hidden',
    });
  });

  it('are not shown unless the person wants them and the browser allows them', async () => {
    const shown = playNotifications('denied');
    container.dispatch({ type: 'setting:notifications', on: true });
    show(reply(first, sampleAgent, soon(), note('Hm')), second);
    container.dispatch({ type: 'setting:notifications', on: false });
    playNotifications('granted', shown);
    show(first, reply(second, sampleAgent, soon(), note('Hm')));
    await navigator.locks.query();
    expect(shown).toEqual([]);
  });

  it('are not shown while another tab of the app is in front', async () => {
    const shown = playNotifications('granted');
    container.dispatch({ type: 'setting:notifications', on: true });
    const left = Promise.withResolvers<undefined>();
    const isThere = Promise.withResolvers<undefined>();
    const front = navigator.locks.request('annotate:in-front', { mode: 'shared' }, () => {
      isThere.resolve(undefined);
      return left.promise;
    });
    await isThere.promise;
    show(reply(first, sampleAgent, soon(), note('Seen in the other tab')), second);
    await navigator.locks.query();
    left.resolve(undefined);
    await front;
    show(first, reply(second, sampleAgent, soon(), note('News')));
    await expect.poll(() => shown.map(({ body }) => body)).toEqual(['News']);
  });
});

function start(tab: OverlayStateContainer): void {
  const stop = startAttention(tab);
  onTestFinished(stop);
}

function show(...annotations: Annotation[]): void {
  showIn(container, ...annotations);
}

function showIn({ dispatch }: OverlayStateContainer, ...annotations: Annotation[]): void {
  const byId = new Map(annotations.map((annotation) => [annotation.id, annotation]));
  dispatch({ type: 'annotations', annotations: byId, unsent: new Set() });
}

function author({ authorId }: Annotation) {
  return { type: 'person', authorId } as const;
}

async function heldLocks(): Promise<number> {
  return (await navigator.locks.query()).held?.length ?? 0;
}

function signs(): Element[] {
  return [...document.querySelectorAll('link[data-annotate=sign]')];
}

function setHidden(isHidden: boolean): void {
  Object.defineProperty(document, 'visibilityState', {
    configurable: true,
    get: () => (isHidden ? 'hidden' : 'visible'),
  });
  document.dispatchEvent(new Event('visibilitychange'));
}

interface PlayedNotice {
  title: string;
  body: string;
  onclick?: () => void;
  close: () => void;
}

/** A test cannot give a page the browser's permission. */
function playNotifications(permission: NotificationPermission, shown: PlayedNotice[] = []): PlayedNotice[] {
  class Played implements PlayedNotice {
    static permission = permission;
    onclick?: () => void;
    readonly title: string;
    readonly body: string;
    constructor(title: string, { body = '' }: NotificationOptions = {}) {
      this.title = title;
      this.body = body;
      shown.push(this);
    }
    close(): void {
      // Nothing of it is on the screen.
    }
  }
  vi.stubGlobal('Notification', Played);
  return shown;
}
