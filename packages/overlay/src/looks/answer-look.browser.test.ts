import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import type { LookRequest, LookTarget, PageLook } from '@annotate-mcp/core';
import { pageMessageSchema } from '@annotate-mcp/core/schema';
import { uuidOf } from '@annotate-mcp/core/testing';

import { domPath } from '../inspectors/dom.ts';
import type { Inspection } from '../inspectors/inspection.ts';
import { domSnapshot } from '../inspectors/snapshot.ts';
import { $, page } from '../picking/testing/input.ts';
import { Trial } from '../trials/trial.ts';
import type { Trials } from '../trials/trials.ts';

import { answerLook } from './answer-look.ts';

let host: HTMLElement;
beforeEach(() => {
  host = document.createElement('nga-overlay');
  document.documentElement.append(host);
});
afterEach(() => {
  host.remove();
  page('');
  vi.useRealTimers();
});

const inspection: Inspection = {
  ancestry: async () => [],
  locate: async () => ({ source: null, path: [], component: null, use: null }),
  describe: async () => ({ kind: 'element', selector: '', description: '' }),
};

/** Every answer that the page sends, each as the hub accepts it. */
async function answersTo(
  target: LookTarget,
  more: Partial<LookRequest> = {},
  deps: { inspection?: Inspection; tracked?: Element; trials?: Trials } = {},
): Promise<PageLook[]> {
  const answers: PageLook[] = [];
  const request: LookRequest = {
    id: uuidOf(1),
    askedAt: '2026-11-15T09:30:00.000Z',
    sessionIds: [],
    target,
    picture: false,
    ...more,
  };
  await answerLook(request, {
    inspection: deps.inspection ?? inspection,
    consoleTail: { rawLines: (since) => [since?.toISOString() ?? 'all'] },
    root: host.shadowRoot ?? host.attachShadow({ mode: 'open' }),
    tracker: { elementOf: () => deps.tracked ?? null },
    trials: deps.trials ?? { open: null, sent: new Map() },
    connection: {
      answerLook: (requestId, answer) => {
        const message = { type: 'look:answer', requestId, answer };
        expect(pageMessageSchema.parse(structuredClone(message))).toEqual(message);
        answers.push(answer);
      },
    },
  });
  return answers;
}

const place = (selector: string) => ({
  kind: 'element' as const,
  pageUrl: location.href,
  pageTitle: '',
  selector: domPath($(selector)),
  description: '',
  domSnapshot: domSnapshot($(selector)),
});

it('shows the element without what the person has tried by hand on it', async () => {
  page('<p id="a">one</p>');
  const trials: Trials = { open: null, sent: new Map() };
  const trial = new Trial($('#a'), trials, host.attachShadow({ mode: 'open' }));
  trial.text?.set('two');
  trial.styles.set(['color'], 'red');
  const request = { styles: ['color'] };
  const [answer] = await answersTo({ by: 'selector', selector: '#a' }, request, { trials });
  expect(answer).toMatchObject({ look: { text: 'one', styles: { color: 'rgb(0, 0, 0)' } } });
  expect($('#a').outerHTML).toBe('<p id="a" style="color: red !important;">two</p>');
  trial.revert();
  expect($('#a').outerHTML).toBe('<p id="a">one</p>');
});

it('answers at once and again when the picture is taken', async () => {
  page('<p id="a" style="width: 80px">one</p><p>two</p>');
  const [first, second, ...more] = await answersTo({ by: 'selector', selector: 'p' }, { picture: true });
  expect(more).toEqual([]);
  expect(first).toMatchObject({ found: true, matches: 2, pictureFollows: true, look: { text: 'one' } });
  expect(second).toMatchObject({ found: true, hidden: false });
  expect(second).not.toHaveProperty('pictureFollows');
  expect(second?.found === true && atob(second.picture ?? '').slice(8, 12)).toBe('WEBP');
});

it('says why there is no picture', async () => {
  page('<p id="a" hidden>one</p>');
  const [, second] = await answersTo({ by: 'selector', selector: '#a' }, { picture: true });
  expect(second).toMatchObject({ look: { pictureProblem: expect.stringMatching(/not visible/) as unknown } });
});

it('looks at the very element of an annotation, also where its path leads elsewhere', async () => {
  page('<ul><li>one</li><li>two</li></ul>');
  const target = { by: 'annotation', id: uuidOf(5), place: place('li') } as const;
  expect(await answersTo(target)).toMatchObject([{ look: { text: 'one' } }]);
  const tracked = $('li:last-child');
  expect(await answersTo(target, {}, { tracked })).toMatchObject([{ look: { text: 'two' } }]);
});

it('says that the element is gone, and which ones are similar', async () => {
  page('<main><h2 id="price">The price is high</h2></main>');
  const target = { by: 'annotation', id: uuidOf(5), place: place('h2') } as const;
  page(
    '<main><h2>Something else</h2><section><h2 id="cost">The price is low</h2><h2 data-private>The price is high</h2></section></main>',
  );
  expect(await answersTo(target)).toEqual([
    { found: false, hidden: false, similar: [{ selector: '#cost', text: 'The price is low' }] },
  ]);
});

it.each(['.none', '#a >>> p', 'nga-overlay'])('finds nothing for %s', async (selector) => {
  page('<div id="a"></div>');
  expect(await answersTo({ by: 'selector', selector })).toEqual([
    { found: false, hidden: false, similar: [] },
  ]);
});

it.each(['p[', '#a >>> p[', '', '>>>'])('says that %j is no selector', async (selector) => {
  page('<div id="a"></div>');
  expect(await answersTo({ by: 'selector', selector })).toEqual([
    { found: false, hidden: false, similar: [], problem: 'selector' },
  ]);
});

it('says where a selector matches inside of shadow roots', async () => {
  page('<div id="a"></div>');
  const outer = $('#a').attachShadow({ mode: 'open' });
  outer.innerHTML = '<x-b></x-b><p data-private>hidden</p>';
  const inner = outer.querySelector('x-b')?.attachShadow({ mode: 'open' });
  if (inner) inner.innerHTML = '<p>in</p>';
  expect(await answersTo({ by: 'selector', selector: 'p' })).toEqual([
    {
      found: false,
      hidden: false,
      similar: [{ selector: '#a >>> x-b >>> p', text: 'in' }],
      problem: 'shadow',
    },
  ]);
});

it('looks at the whole page for a comment on the page, and finds what is in a shadow root', async () => {
  page('<div id="a"></div>');
  $('#a').attachShadow({ mode: 'open' }).innerHTML = '<p>in</p>';
  const whole = { kind: 'page', pageUrl: location.href, pageTitle: '' } as const;
  expect(await answersTo({ by: 'annotation', id: uuidOf(5), place: whole })).toMatchObject([
    { look: { element: { tag: 'body' } } },
  ]);
  expect(await answersTo({ by: 'selector', selector: '#a >>> p' })).toMatchObject([{ look: { text: 'in' } }]);
});

it('passes on which styles are wanted, and since when the console counts', async () => {
  page('<p id="a" style="width: 80px">one</p>');
  const consoleSince = '2026-11-15T09:30:00.000Z';
  const [answer] = await answersTo({ by: 'selector', selector: '#a' }, { styles: ['width'], consoleSince });
  expect(answer).toMatchObject({ look: { styles: { width: '80px' }, consoleErrors: [consoleSince] } });
});

it('does not wait for source maps that take long', async () => {
  page('<p id="a">one</p>');
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const slow = { ...inspection, describe: () => new Promise<never>(() => undefined) };
  const answers = answersTo({ by: 'selector', selector: '#a' }, {}, { inspection: slow });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await answers).toMatchObject([{ found: true }]);
});

it('tells that the tab is hidden', async () => {
  page('<p id="a">one</p>');
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  expect(await answersTo({ by: 'selector', selector: '#a' })).toMatchObject([{ hidden: true }]);
  vi.restoreAllMocks();
});
