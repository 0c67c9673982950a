import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { createOverlayState, type OverlayStateContainer } from '../state/container.ts';
import { initialState } from '../state/reducer.ts';
import { Trial } from '../trials/trial.ts';
import type { Trials } from '../trials/trials.ts';

import { startProof } from './proof-recorder.ts';
import { afterOf, held, id, pageUrl, resolved, seen, timing, told } from './testing/annotations.ts';
import { showErrorOverlay } from './testing/error-overlay.ts';
import { FakeHub } from './testing/fake-hub.ts';

let target: HTMLElement;
let overlay: HTMLElement;
let container: OverlayStateContainer;
let hub: FakeHub;
let trials: Trials;
let stop: () => void = () => undefined;
/** What the console of the page has said. */
let said: { text: string; at: number }[] = [];

beforeEach(() => {
  target = document.createElement('button');
  target.textContent = 'Sign in';
  overlay = document.createElement('nga-overlay');
  document.body.append(target, overlay);
  overlay.attachShadow({ mode: 'open' });
  container = createOverlayState(initialState({ hub: '/__annotate', appId: '.' }, pageUrl));
  container.dispatch({ type: 'connection', state: 'online' });
  hub = new FakeHub();
  trials = { open: null, sent: new Map() };
  said = [];
  start();
});

afterEach(() => {
  stop();
  target.remove();
  overlay.remove();
});

function start(given = timing): void {
  stop();
  const root = overlay.shadowRoot;
  if (root === null) throw new Error('There is no shadow root.');
  const refuse = () => Promise.reject(new Error('There is no component.'));
  const inspection = { ancestry: refuse, describe: refuse, locate: refuse };
  // A picture that is still being taken when a test ends is not for the hub of the next one.
  const asked = hub;
  stop = startProof(
    {
      container,
      inspection,
      root,
      consoleTail: {
        rawLines: (since) =>
          said.filter(({ at }) => since === undefined || at >= since.getTime()).map(({ text }) => text),
      },
      tracker: { elementOf: () => (target.isConnected ? target : null) },
      trials,
      config: { hub: '/__annotate', appId: '.' },
      fetch: (...parameters) => asked.fetch(...parameters),
    },
    given,
  );
}

function show(annotation: Annotation, unsent: string[] = []): void {
  const annotations = new Map([[annotation.id, annotation]]);
  container.dispatch({ type: 'annotations', annotations, unsent: new Set(unsent) });
}

async function sendAndResolve(): Promise<void> {
  show(sampleAnnotation({ id, pageUrl, kind: 'element' }));
  await expect.poll(() => hub.reports.length).toBe(2);
}

describe('a page', () => {
  it('leaves it to the page where the comment was written to tell what it is about', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    show(sampleAnnotation({ id, pageUrl, kind: 'element' }));
    await vi.advanceTimersByTimeAsync(timing.turn / 2);
    show(told());
    await vi.advanceTimersByTimeAsync(2 * timing.turn);
    vi.useRealTimers();
    // One look is taken after the other, so this one comes after any that was begun before.
    const own = sampleAnnotation({ id: uuidOf(101), pageUrl, kind: 'element' });
    show(own, [own.id]);
    show(own);
    await expect.poll(() => hub.reports.length).toBe(2);
    expect(hub.reports.map((report) => report.id)).toEqual([own.id, own.id]);
  });

  it.each([
    { what: 'a comment of its own', unsent: [id], status: 'pending' as const },
    { what: 'one that an agent has', unsent: [], status: 'acknowledged' as const },
  ])('tells at once what $what is about', async ({ unsent, status }) => {
    stop();
    start({ ...timing, turn: 60_000 });
    show(sampleAnnotation({ id, pageUrl, kind: 'element' }), unsent);
    show(sampleAnnotation({ id, pageUrl, kind: 'element', status }));
    await expect.poll(() => hub.reports.length).toBe(2);
  });

  it('looks at what an agent takes before the pictures of all others are taken', async () => {
    const others = [101, 102, 103, 104, 105, 106].map((each) =>
      sampleAnnotation({ id: uuidOf(each), pageUrl, kind: 'element' }),
    );
    const showAll = (all: readonly Annotation[]) =>
      container.dispatch({
        type: 'annotations',
        annotations: new Map(all.map((each) => [each.id, each])),
        unsent: new Set(),
      });
    const pictures = () => hub.reports.filter(({ picture }) => picture !== undefined);
    showAll(others);
    await expect.poll(() => pictures().length).toBeGreaterThan(0);
    showAll([...others, held()]);
    await expect.poll(() => pictures().length).toBe(others.length + 1);
    const look = hub.reports.findIndex((report) => report.id === id && report.record !== undefined);
    expect(look).toBeGreaterThan(-1);
    expect(hub.reports.slice(look).filter(({ picture }) => picture !== undefined).length).toBeGreaterThan(2);
  });

  it('keeps what a comment is about when the hub has it, and then the picture', async () => {
    const annotation = sampleAnnotation({ id, pageUrl, kind: 'element' });
    show(annotation, [id]);
    await vi.waitUntil(() => document.readyState === 'complete');
    expect(hub.reports).toEqual([]);
    show(annotation);
    await expect.poll(() => hub.reports.length).toBe(2);
    const [record, picture] = hub.reports;
    expect(record).toMatchObject({ side: 'before', record: { look: { text: 'Sign in' } } });
    expect(picture).toEqual({ id, side: 'before', takenAt: record?.takenAt, picture: 'picture.webp' });
  });

  it('takes no picture of what the person has blurred in the screenshot', async () => {
    show({ ...sampleAnnotation({ id, pageUrl, kind: 'element' }), blurred: true } as Annotation);
    await expect.poll(() => hub.reports.length).toBe(1);
    // The next task begins only when this one is done.
    show(sampleAnnotation({ id: uuidOf(2), pageUrl, kind: 'element' }));
    await expect.poll(() => hub.reports.length).toBe(3);
    expect(hub.reports.map(({ picture }) => picture)).toEqual([undefined, undefined, 'picture.webp']);
  });

  it('shows a change that arrives after it was resolved', async () => {
    await sendAndResolve();
    show(resolved());
    target.textContent = 'Log in';
    await expect.poll(() => hub.verdicts).toEqual(['changed']);
    await expect.poll(() => hub.reports.at(-1)).toMatchObject({ side: 'after', picture: 'picture.webp' });
  });

  it('says that nothing changed after it has waited, and looks no more', async () => {
    await sendAndResolve();
    show(resolved());
    await expect.poll(() => hub.verdicts).toEqual(['unchanged']);
    await expect.poll(() => hub.reports.at(-1)?.picture).toBe('picture.webp');
    const told = hub.reports.length;
    target.textContent = 'Log in';
    show({ ...resolved(), proof: { ...seen, after: afterOf('unchanged') } } as Annotation);
    // The next task begins only when this one is done.
    show(sampleAnnotation({ id: uuidOf(2), pageUrl, kind: 'element' }));
    await expect.poll(() => hub.reports.length).toBe(told + 2);
    expect(hub.verdicts).toEqual(['unchanged']);
  });

  it('looks again when an agent takes it, if something has changed since it was sent', async () => {
    await sendAndResolve();
    target.textContent = 'Log in';
    await Promise.resolve();
    show(held());
    await expect.poll(() => hub.reports.length).toBe(4);
    expect(hub.reports.slice(2)).toMatchObject([
      { side: 'before', lookedAt: 'claimed', record: { look: { text: 'Log in' } } },
      { side: 'before', picture: 'picture.webp' },
    ]);
  });

  it('looks again also when an agent takes what can have no picture', async () => {
    const unpictured = {
      proof: { before: { takenAt: seen.before.takenAt, record: 'a.json' } },
      blurred: true,
    };
    show({ ...sampleAnnotation({ id, pageUrl, kind: 'element' }), blurred: true } as Annotation);
    await expect.poll(() => hub.reports.length).toBe(1);
    target.textContent = 'Log in';
    await Promise.resolve();
    show({ ...held(), ...unpictured } as Annotation);
    await expect.poll(() => hub.reports.length).toBe(2);
    expect(hub.reports[1]).toMatchObject({ lookedAt: 'claimed', record: { look: { text: 'Log in' } } });
  });

  it('says that it is broken, and what it shows when it works again', async () => {
    await sendAndResolve();
    const error = showErrorOverlay('vite-error-overlay', '<p class="message-body">Unexpected token</p>');
    show(resolved());
    await expect.poll(() => hub.verdicts).toEqual(['broken']);
    expect(hub.reports.at(-1)?.record?.failures).toEqual([{ kind: 'overlay', message: 'Unexpected token' }]);
    error.remove();
    target.textContent = 'Log in';
    await expect.poll(() => hub.verdicts).toEqual(['broken', 'changed']);
  });

  it('does not call it broken any more by what the console said before it was mended', async () => {
    await sendAndResolve();
    const resolvedAt = new Date().toISOString();
    said.push({ text: 'error: [vite] Failed to reload /src/App.tsx. See errors above.', at: Date.now() });
    show({ ...resolved(), resolvedAt } as Annotation);
    await expect.poll(() => hub.verdicts).toEqual(['broken']);
    await vi.waitUntil(() => Date.now() > (said[0]?.at ?? 0));
    target.textContent = 'Log in';
    await expect.poll(() => hub.verdicts).toEqual(['broken', 'changed']);
  });

  it('sees that it works again also after a change that has left it broken', async () => {
    await sendAndResolve();
    const resolvedAt = new Date().toISOString();
    const failed = 'error: [vite] Failed to reload /src/App.tsx. See errors above.';
    said.push({ text: failed, at: Date.now() });
    show({ ...resolved(), resolvedAt } as Annotation);
    await expect.poll(() => hub.verdicts).toEqual(['broken']);
    const looks = hub.reports.length;
    said.push({ text: `${failed} Again.`, at: Date.now() + 300 });
    target.title = 'Half of it';
    await expect.poll(() => hub.reports.length).toBeGreaterThan(looks);
    await vi.waitUntil(() => Date.now() > (said[1]?.at ?? 0));
    target.textContent = 'Log in';
    await expect.poll(() => hub.verdicts).toEqual(['broken', 'changed']);
  });

  it('sees that it works again by a hot update that changes nothing in it', async () => {
    await sendAndResolve();
    const resolvedAt = new Date().toISOString();
    said.push({ text: 'error: [vite] Failed to reload /src/App.tsx. See errors above.', at: Date.now() });
    show({ ...resolved(), resolvedAt } as Annotation);
    await expect.poll(() => hub.verdicts).toEqual(['broken']);
    await import(
      /* @vite-ignore */ `${new URL('testing/error-overlay.ts', import.meta.url).href}?t=${Date.now()}`
    );
    await expect.poll(() => hub.verdicts).toEqual(['broken', 'unchanged']);
  });

  it('says that it is broken by what an update threw before it was resolved, also where it looks different', async () => {
    await sendAndResolve();
    await import(
      /* @vite-ignore */ `${new URL('testing/fake-hub.ts', import.meta.url).href}?t=${Date.now()}`
    );
    target.textContent = '';
    said.push({ text: 'error: ERROR RangeError: toFixed() digits', at: Date.now() });
    show({ ...resolved(), resolvedAt: new Date(Date.now() + 1).toISOString() } as Annotation);
    await expect.poll(() => hub.verdicts).toEqual(['broken']);
  });

  it.each(['changed', 'unchanged'] as const)(
    'tells an error that comes after the verdict %s, in the file of the edit',
    async (verdict) => {
      const edited = { files: [{ file: 'src/App.tsx' }] };
      show({ ...resolved(), edited, proof: { ...seen, after: afterOf(verdict) } } as Annotation);
      const place = '<p class="message-body">Unexpected token</p><pre class="file">/src/App.tsx:3:9</pre>';
      const error = showErrorOverlay('vite-error-overlay', place);
      onTestFinished(() => error.remove());
      await expect.poll(() => hub.reports.length).toBe(1);
      expect(hub.reports[0]?.record?.failures).toMatchObject([{ file: 'src/App.tsx', line: 3 }]);
    },
  );

  it('looks again when an update of a file of the edit comes after nothing was seen', async () => {
    const name = 'testing/fake-hub.ts';
    const edited = { files: [{ file: `packages/overlay/src/proof/${name}` }] };
    await sendAndResolve();
    show({ ...resolved(), edited, proof: { ...seen, after: afterOf('unchanged') } } as Annotation);
    target.textContent = 'Log in';
    await import(/* @vite-ignore */ `${new URL(name, import.meta.url).href}?t=${Date.now()}`);
    await expect.poll(() => hub.verdicts).toEqual(['changed']);
    expect(hub.reports.find(({ side }) => side === 'after')).toHaveProperty('codeAt');
  });

  it('looks no further at what is resolved in a worktree, before it is applied', async () => {
    await sendAndResolve();
    target.textContent = 'Log in';
    const apart = { ...resolved(), edited: { files: [{ file: 'a.ts' }], apart: true } } as Annotation;
    const annotations = new Map([apart, { ...resolved(), id: uuidOf(2) }].map((one) => [one.id, one]));
    container.dispatch({ type: 'annotations', annotations, unsent: new Set() });
    const reported = [
      { id: uuidOf(2), side: 'after', picture: 'picture.webp' },
      // What was changed for the other one is not of this one.
      { id, side: 'before', lookedAt: 'meanwhile' },
    ].map((report): unknown => expect.objectContaining(report));
    await expect.poll(() => hub.reports).toEqual(expect.arrayContaining(reported));
    expect(hub.verdicts).toEqual(['changed']);
    target.textContent = 'Welcome';
    show({
      ...resolved(),
      edited: { files: [{ file: 'a.ts' }], appliedAt: '2026-11-15T09:50:00.000Z' },
    } as Annotation);
    await expect.poll(() => hub.verdicts).toEqual(['changed', 'changed']);
  });

  it.each([
    ['nothing has changed', held, () => undefined],
    ['the agent may have begun', () => held(-1_000), () => void (target.textContent = 'Log in')],
  ])('keeps what was sent when an agent takes it and %s', async (_, annotation, change) => {
    await sendAndResolve();
    change();
    await Promise.resolve();
    show(annotation());
    show(sampleAnnotation({ id: uuidOf(2), pageUrl, kind: 'element' }));
    await expect.poll(() => hub.reports.length).toBe(4);
    expect(hub.reports.map(({ lookedAt }) => lookedAt)).toEqual([undefined, undefined, undefined, undefined]);
  });

  it('keeps what was sent when the page was loaded after an agent took it, and may show its change', async () => {
    show(held(performance.timeOrigin - Date.now() - 1_000));
    await new Promise(requestAnimationFrame);
    show(sampleAnnotation({ id: uuidOf(2), pageUrl, kind: 'element' }));
    await expect.poll(() => hub.reports.length).toBe(2);
    expect(hub.reports.map((report) => report.id)).toEqual([uuidOf(2), uuidOf(2)]);
  });

  it('looks again at what an agent has when something was changed for another one', async () => {
    await sendAndResolve();
    const other = { ...resolved(), id: uuidOf(2) };
    const annotations = new Map([held(-1_000), other].map((one) => [one.id, one]));
    container.dispatch({ type: 'annotations', annotations, unsent: new Set() });
    target.textContent = 'Log in';
    await expect.poll(() => hub.verdicts).toEqual(['changed']);
    await expect
      .poll(() => hub.reports.filter(({ lookedAt }) => lookedAt === 'meanwhile'))
      .toMatchObject([{ side: 'before', record: { look: { text: 'Log in' } } }]);
  });

  it('goes on with that when the hub tells it what has become of the other one', async () => {
    await sendAndResolve();
    target.textContent = 'Log in';
    await Promise.resolve();
    const taken = held();
    show(taken);
    await expect.poll(() => hub.reports.at(-1)?.picture).toBe('picture.webp');
    // Its proof begins with what was looked at when the agent took it.
    const before = { ...seen.before, takenAt: new Date(Date.now() + 2).toISOString() };
    const other = { ...resolved(), id: uuidOf(2) };
    const tell = (...annotations: Annotation[]) =>
      container.dispatch({
        type: 'annotations',
        annotations: new Map(annotations.map((one) => [one.id, one])),
        unsent: new Set(),
      });
    const mine = { ...taken, proof: { before } } as Annotation;
    tell(mine, other);
    target.textContent = 'Enter';
    await expect.poll(() => hub.verdicts).toEqual(['changed']);
    tell(mine, { ...other, proof: { ...seen, after: afterOf('changed') } } as Annotation);
    await expect
      .poll(() => hub.reports.filter(({ lookedAt }) => lookedAt === 'meanwhile'))
      .toMatchObject([{ id, side: 'before', record: { look: { text: 'Enter' } } }]);
  });

  it('tells when it was loaded or has changed last, before what it showed in the end', async () => {
    await sendAndResolve();
    show(resolved());
    const from = Date.now();
    target.textContent = 'Log in';
    await expect.poll(() => hub.verdicts).toEqual(['changed']);
    const { changedAt = '', takenAt = '' } =
      hub.reports.find(({ side, record }) => side === 'after' && record !== undefined) ?? {};
    expect(Date.parse(changedAt)).toBeGreaterThanOrEqual(from);
    expect(changedAt <= takenAt).toBe(true);
  });

  it('says that the element is gone', { tags: 'full' }, async () => {
    await sendAndResolve();
    show(resolved());
    target.remove();
    await expect.poll(() => hub.verdicts).toEqual(['gone']);
  });

  it.each<[string, Annotation]>([
    ['a draft', sampleAnnotation({ id, pageUrl, kind: 'element', status: 'draft' })],
    ['a note on the page', sampleAnnotation({ id, pageUrl, kind: 'page' })],
    [
      'what came with the repository',
      { ...sampleAnnotation({ id, pageUrl, kind: 'element' }), origin: 'repository' },
    ],
    [
      'what is on another page',
      sampleAnnotation({ id, pageUrl: 'http://localhost:4200/other', kind: 'element' }),
    ],
    [
      'what an agent has already begun',
      sampleAnnotation({ id, pageUrl, kind: 'element', status: 'acknowledged' }),
    ],
    [
      'what was resolved and not seen before',
      sampleAnnotation({ id, pageUrl, kind: 'element', status: 'resolved' }),
    ],
  ])('keeps nothing of %s', async (_, annotation) => {
    show(annotation);
    // Another comment, which comes later, is kept: the first one would have been as well by then.
    show(sampleAnnotation({ id: uuidOf(7), pageUrl, kind: 'element' }));
    await expect.poll(() => hub.reports.length).toBe(2);
    expect(hub.reports.map(({ side }) => side)).toEqual(['before', 'before']);
  });

  it('tells nothing to a hub on another machine', async () => {
    hub.isAllowing = false;
    const asked = vi.spyOn(hub, 'fetch');
    start();
    show(sampleAnnotation({ id, pageUrl, kind: 'element' }));
    show(sampleAnnotation({ id: uuidOf(7), pageUrl, kind: 'element' }));
    await expect.poll(() => asked.mock.calls.length).toBeGreaterThan(0);
    await Promise.allSettled(asked.mock.results.map(({ value }) => value as Promise<Response>));
    expect(asked.mock.calls.map(([address]) => address)).not.toContainEqual(
      expect.stringContaining('annotations'),
    );
    expect(hub.reports).toEqual([]);
  });
});

describe('what was tried by hand', () => {
  const wishes = [{ what: 'style', name: 'padding-left', before: '12px', after: '16px' } as const];
  const wishing = (): Annotation =>
    ({ ...sampleAnnotation({ id, pageUrl, kind: 'element' }), wishes }) as Annotation;

  /** As if the comment had been sent from the composer. */
  async function tryAndSend(): Promise<void> {
    target.style.paddingLeft = '12px';
    const root = overlay.shadowRoot;
    if (root === null) throw new Error('There is no shadow root.');
    const trial = new Trial(target, trials, root);
    trial.styles.set(['padding-left'], '16px');
    show(wishing());
    trial.keep(id, container);
    await expect.poll(() => hub.reports.length).toBe(2);
  }

  it('is not in the record from before, and is called changed when the agent has done it', async () => {
    await tryAndSend();
    expect(hub.reports[0]?.record?.look?.styles['padding-left']).toBe('12px');
    expect(getComputedStyle(target).paddingLeft).toBe('16px');
    show(resolved());
    target.style.paddingLeft = '16px';
    await expect.poll(() => hub.verdicts).toEqual(['changed']);
    expect(hub.changes).toContainEqual({
      what: 'style',
      name: 'padding-left',
      before: '12px',
      after: '16px',
    });
  });

  it('is taken back and called unchanged when the agent has ignored it', async () => {
    await tryAndSend();
    show(resolved());
    expect(target.getAttribute('style')).toBe('padding-left: 12px;');
    await expect.poll(() => hub.verdicts).toEqual(['unchanged']);
  });

  it(
    'need not be hidden when the comment is sent, because the record was taken when it began',
    { tags: 'full' },
    async () => {
      target.style.paddingLeft = '12px';
      const root = overlay.shadowRoot;
      if (root === null) throw new Error('There is no shadow root.');
      const trial = new Trial(target, trials, root);
      const lift = vi.spyOn(trial, 'lift');
      container.dispatch({ type: 'bar:toggle' });
      // The picture is taken after the record.
      await expect.poll(() => lift.mock.calls.length).toBe(2);
      const group = trial.groups.find(({ name }) => name === 'padding');
      if (group) trial.set(group, ['padding-left'], '16px');
      await expect.poll(() => getComputedStyle(target).paddingLeft).toBe('16px');
      const sentAt = Date.now();
      show(wishing());
      trial.keep(id, container);
      await expect.poll(() => hub.reports.length).toBe(2);
      expect(hub.reports[0]?.record?.look?.styles['padding-left']).toBe('12px');
      expect(Date.parse(hub.reports[0]?.takenAt ?? '')).toBeLessThanOrEqual(sentAt);
    },
  );

  it('is not taken for a change of another element', { tags: 'full' }, async () => {
    await tryAndSend();
    const before = hub.reports[0]?.record?.layout.elements;
    const other = sampleAnnotation({ id: uuidOf(7), pageUrl, kind: 'element' });
    const annotations = new Map([wishing(), other].map((one) => [one.id, one]));
    container.dispatch({ type: 'annotations', annotations, unsent: new Set() });
    await expect.poll(() => hub.reports.length).toBe(4);
    expect(hub.reports[2]?.record?.layout.elements).toEqual(before);
  });
});
