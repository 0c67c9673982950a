import { afterEach, beforeEach, expect, it } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { createOverlayState, type OverlayStateContainer } from '../state/container.ts';
import { initialState } from '../state/reducer.ts';
import type { ConnectionState } from '../state/state.ts';

import { startProof } from './proof-recorder.ts';
import { FakeHub } from './testing/fake-hub.ts';

const id = uuidOf(100);
const pageUrl = 'http://localhost:4200/cart';
const never = 2 ** 31 - 1;
const timing = {
  ...{ turn: 100, quiet: 50, mostQuiet: 500, steady: 50, final: 400, pointer: 100 },
  repeat: never,
};
const config = { hub: '/__annotate', appId: '.' };

let target: HTMLElement;
let overlay: HTMLElement;
let container: OverlayStateContainer;
let hub: FakeHub;
let stop: () => void = () => undefined;

beforeEach(() => {
  target = document.createElement('button');
  target.textContent = 'Sign in';
  overlay = document.createElement('nga-overlay');
  document.body.append(target, overlay);
  container = createOverlayState(initialState(config, pageUrl));
  connect('online');
  hub = new FakeHub();
});

afterEach(() => {
  stop();
  target.remove();
  overlay.remove();
});

function start(given = timing): void {
  const refuse = () => Promise.reject(new Error('There is no component.'));
  const asked = hub;
  stop = startProof(
    {
      container,
      inspection: { ancestry: refuse, describe: refuse, locate: refuse },
      root: overlay.attachShadow({ mode: 'open' }),
      consoleTail: { rawLines: () => [] },
      tracker: { elementOf: () => target },
      trials: { open: null, sent: new Map() },
      config,
      fetch: (...parameters) => asked.fetch(...parameters),
    },
    given,
  );
}

function connect(state: ConnectionState): void {
  container.dispatch({ type: 'connection', state });
}

function show(annotation: Annotation): void {
  const annotations = new Map([[annotation.id, annotation]]);
  container.dispatch({ type: 'annotations', annotations, unsent: new Set() });
}

const pending = () => sampleAnnotation({ id, pageUrl, kind: 'element' });
const resolved = (): Annotation =>
  ({
    ...sampleAnnotation({ id, pageUrl, kind: 'element', status: 'resolved' }),
    proof: { before: { takenAt: '2026-11-15T09:30:00.000Z', record: 'a.json', picture: 'b.webp' } },
  }) as Annotation;

/** Requests get no answer, and then the page notices that it is offline. */
async function loseHub(failing: number): Promise<void> {
  await expect.poll(() => hub.unanswered.length).toBe(failing);
  connect('offline');
}

it('asks again whether it may tell anything when the page is online again', async () => {
  hub.failing = 1;
  start();
  show(pending());
  await loseHub(1);
  expect(hub.reports).toEqual([]);
  connect('online');
  await expect
    .poll(() => hub.reports.map(({ side, picture }) => [side, picture]))
    .toEqual([
      ['before', undefined],
      ['before', 'picture.webp'],
    ]);
});

it('tells what a comment was about, as it was then', async () => {
  start();
  // The first request asks whether anything may be told.
  hub.onAllowed = () => (hub.failing = 1);
  show(pending());
  await loseHub(1);
  expect(hub.unanswered).toEqual([expect.stringMatching(/\/proof$/)]);
  target.textContent = 'Log in';
  connect('online');
  await expect.poll(() => hub.reports[0]?.record?.look?.text).toBe('Sign in');
});

it('looks again at what has become of it, and tells that', async () => {
  start();
  show(pending());
  await expect.poll(() => hub.reports.length).toBe(2);
  hub.failing = 1;
  target.textContent = 'Log i';
  show(resolved());
  await loseHub(1);
  target.textContent = 'Log in';
  connect('online');
  await expect.poll(() => hub.verdicts).toEqual(['changed']);
  expect(hub.changes).toContainEqual({ what: 'text', before: 'Sign in', after: 'Log in' });
});

it('sends a picture again', async () => {
  start();
  hub.onRecord = () => (hub.failing = 1);
  show(pending());
  await loseHub(1);
  expect(hub.unanswered).toEqual([expect.stringMatching(/\/attachments$/)]);
  connect('online');
  await expect.poll(() => hub.reports.at(-1)?.picture).toBe('picture.webp');
});

it('asks again after a while where the page stays online, and twice at most', async () => {
  hub.failing = 3;
  start({ ...timing, repeat: 50 });
  show(pending());
  await expect.poll(() => hub.unanswered.length).toBe(3);
  // Another comment is told; the first one would have been asked for again before that.
  show({ ...pending(), id: uuidOf(101) });
  await expect.poll(() => hub.reports.length).toBe(2);
  expect(hub.reports.map((report) => report.id)).toEqual([uuidOf(101), uuidOf(101)]);
});

it('asks no more when the annotation has become something else', async () => {
  hub.failing = 1;
  start();
  show(pending());
  await loseHub(1);
  show({ ...pending(), status: 'dismissed' });
  connect('online');
  show({ ...pending(), id: uuidOf(101) });
  await expect.poll(() => hub.reports.length).toBe(2);
  expect(hub.reports.map((report) => report.id)).toEqual([uuidOf(101), uuidOf(101)]);
});
