import { type ComponentChild, createElement } from 'preact';

import type { AgentPresence, Annotation } from '@annotate-mcp/core';
import { uuidOf } from '@annotate-mcp/core/testing';

import { AltHover } from '../src/review/point-with-alt.tsx';
import { FirstUseTip } from '../src/review/show-first-use.tsx';
import type { Action } from '../src/state/actions.ts';
import type { Theme } from '../src/state/config.ts';
import { initialState, reduce } from '../src/state/reducer.ts';
import type { BadgePosition, Hover, OverlayState, Picked } from '../src/state/state.ts';

import { full, site } from './annotations.ts';
import { samplePicture } from './sample-picture.ts';

export interface Scene {
  state: OverlayState;
  badges: readonly BadgePosition[];
  /** Drawn separately from the overlay's components, in its own layer. */
  extra?: ComponentChild;
}

const asTheirs = (annotation: Annotation): Annotation => ({ ...annotation, origin: 'repository' });
const withTheirs = full.map((one, index) => (index % 2 === 0 ? asTheirs(one) : one));
const outside = (n: number, authorName: string, message: string) => ({
  id: `github-${n}`,
  createdAt: new Date(Date.now() - n * 600_000).toISOString(),
  author: 'user' as const,
  authorName,
  message,
  via: { service: 'github' as const, id: `${n}`, url: 'https://github.com/acme/shop/pull/7' },
});
const withOutside = full.map((one): Annotation => ({
  ...one,
  outsideReplies: [
    outside(2, 'octocat', 'I like it. Could the heading be a bit larger as well?'),
    outside(1, 'grace', 'Please keep the old price for screen readers.'),
  ],
}));

export const scenes: Readonly<Record<string, (theme: Theme) => Scene>> = {
  quiet: (theme) => scene(theme, full),
  bar: (theme) => scene(theme, full, { type: 'bar:toggle' }),
  inspect: (theme) => scene(theme, full, { type: 'inspect:toggle' }, { type: 'hover', hover: hover(1) }),
  gather: (theme) =>
    scene(
      theme,
      [],
      { type: 'inspect:toggle' },
      { type: 'gather', picked: picked(0) },
      { type: 'gather', picked: picked(3) },
      { type: 'hover', hover: hover(4) },
    ),
  composer: (theme) =>
    scene(
      theme,
      [],
      { type: 'inspect:toggle' },
      {
        type: 'compose:open',
        target: { kind: 'picked', picked: [picked(1)], selectionText: 'Wool scarf' },
      },
      { type: 'compose:text', text: 'Show the old price beside the new one, struck through.' },
      { type: 'compose:attach', what: 'screenshot', on: true },
    ),
  'composer-pictures': (theme) => scene(theme, [], ...withPictures()),
  drawing: (theme) =>
    scene(theme, [], ...withPictures(), {
      type: 'compose:change',
      change: ({ pictures }) => ({ drawing: pictures[0] ?? null }),
    }),
  'composer-several': (theme) =>
    scene(
      theme,
      [],
      { type: 'agents', agents: [] },
      { type: 'compose:open', target: { kind: 'picked', picked: [picked(0), picked(1), picked(3)] } },
    ),
  'composer-problem': (theme) =>
    scene(
      theme,
      [],
      { type: 'compose:open', target: { kind: 'page' } },
      { type: 'compose:text', text: 'The page needs a search field.' },
      {
        type: 'compose:failed',
        problem: 'The picture could not be taken: the page forbids it. Send it without one.',
      },
    ),
  thread: (theme) => scene(theme, full, { type: 'thread:open', id: uuidOf(12) }),
  'thread-waiting': (theme) => scene(theme, full, { type: 'thread:open', id: uuidOf(10) }),
  'thread-progress': (theme) => scene(theme, full, { type: 'thread:open', id: uuidOf(11) }),
  'thread-draft': (theme) => scene(theme, full, { type: 'thread:open', id: uuidOf(14) }),
  'thread-gone': (theme) =>
    scene(theme, full, { type: 'lost', ids: new Set([uuidOf(15)]) }, { type: 'thread:open', id: uuidOf(15) }),
  list: (theme) => scene(theme, full, { type: 'panel:toggle' }, { type: 'panel:select', id: uuidOf(11) }),
  'list-all': (theme) =>
    scene(
      theme,
      full,
      { type: 'panel:toggle' },
      { type: 'panel:tab', tab: 'all' },
      { type: 'thread:open', id: uuidOf(12) },
    ),
  'list-repository': (theme) => scene(theme, withTheirs, { type: 'panel:toggle' }),
  'thread-repository': (theme) => scene(theme, withTheirs, { type: 'thread:open', id: uuidOf(12) }),
  'thread-outside': (theme) => scene(theme, withOutside, { type: 'thread:open', id: uuidOf(10) }),
  'list-offline': (theme) =>
    scene(
      theme,
      full,
      { type: 'connection', state: 'offline' },
      { type: 'annotations', annotations: byId(full), unsent: new Set([uuidOf(10), uuidOf(11)]) },
      { type: 'panel:toggle' },
    ),
  'first-use': (theme) => scene(theme, [], { type: 'agents', agents: [] }, { type: 'panel:toggle' }),
  notice: (theme) =>
    scene(theme, full, {
      type: 'notice',
      notice: { id: 1, tone: 'success', text: 'Sent. claude-code is on it.' },
    }),
  problem: (theme) =>
    scene(theme, full, {
      type: 'notice',
      notice: { id: 2, tone: 'problem', text: 'Not accepted: another person has deleted it.' },
    }),
  'review-quiet': (theme) => review(theme, site),
  'review-list': (theme) => review(theme, site, { type: 'panel:toggle' }),
  'review-repository': (theme) => review(theme, site.map(asTheirs), { type: 'panel:toggle' }),
  'review-all': (theme) => review(theme, site, { type: 'panel:toggle' }, { type: 'panel:tab', tab: 'all' }),
  'review-nothing': (theme) => review(theme, [], { type: 'panel:toggle' }),
  'review-tools': (theme) => review(theme, site, { type: 'panel:toggle' }, { type: 'bar:toggle' }),
  'review-edit': (theme) =>
    review(
      theme,
      site,
      { type: 'panel:toggle' },
      { type: 'reply:text', id: `edit ${uuidOf(23)}`, text: 'The page needs a table of contents' },
      { type: 'thread:open', id: uuidOf(23) },
    ),
  'review-first-use': (theme) => ({
    ...review(theme, []),
    extra: createElement(FirstUseTip, { corner: 'bottom-right', onClose: () => undefined }),
  }),
  'review-alt': (theme) => ({
    ...review(theme, site),
    extra: createElement(AltHover, { hover: { ...hover(3), ancestry: [] } }),
  }),
};

function withPictures(): Action[] {
  const pictures = [
    { id: '1', name: 'Entwurf der neuen Karte, zweite Fassung.png', picture: samplePicture() },
    { id: '2', name: 'phone.jpg', picture: samplePicture(200, 400) },
    { id: '3', name: 'large.png', picture: null },
  ];
  return [
    { type: 'compose:open', target: { kind: 'picked', picked: [picked(1)] } },
    { type: 'compose:text', text: 'As in the sketch, with the old price struck through.' },
    { type: 'compose:attach', what: 'screenshot', on: true },
    { type: 'compose:change', change: () => ({ pictures }) },
  ];
}

/** A scene of inline review. */
function review(theme: Theme, annotations: readonly Annotation[], ...actions: Action[]): Scene {
  const { state, badges } = scene(theme, annotations, ...actions);
  return { state: { ...state, review: true }, badges };
}

const pageUrl = 'http://localhost:4200/cart';
const agents: AgentPresence[] = [
  { agentId: 'agent-1', agentName: 'claude-code', waiting: true, since: new Date().toISOString() },
];

function scene(theme: Theme, annotations: readonly Annotation[], ...actions: Action[]): Scene {
  const first = initialState({ hub: '/__annotate', appId: '.', theme }, pageUrl);
  const online: Action[] = [
    { type: 'connection', state: 'online' },
    { type: 'agents', agents },
    { type: 'annotations', annotations: byId(annotations.map(sized)), unsent: new Set() },
    { type: 'lost', ids: new Set([uuidOf(15)]) },
  ];
  const state = [...online, ...actions].reduce(reduce, first);
  return { state, badges: annotations.flatMap(badgeOf) };
}

/** Gives the annotation the size of a card, so that its thread is beside the card. */
function sized(annotation: Annotation): Annotation {
  if (annotation.kind !== 'component') return annotation;
  const { x, y, width, height } = card(0).getBoundingClientRect();
  return { ...annotation, boundingBox: { x, y, width, height } };
}

function byId(annotations: readonly Annotation[]): ReadonlyMap<string, Annotation> {
  return new Map(annotations.map((annotation) => [annotation.id, annotation]));
}

/** Each annotation has a card of its own; the last ones share a card, so that their badges stack. */
function badgeOf({ id, kind }: Annotation, at: number): BadgePosition[] {
  if (kind === 'page') return [];
  const { right, x, y, width, height } = card(Math.min(at, 4)).getBoundingClientRect();
  return [{ id, x: right - (at > 4 ? 6 : 0), y, offscreen: at === 3, box: { x, y, width, height } }];
}

function card(at: number): Element {
  const found = document.querySelectorAll('.card')[at];
  if (found === undefined) throw new Error(`The page has no card ${at}.`);
  return found;
}

function picked(at: number): Picked {
  const host = card(at);
  const inputs = {
    name: 'Wool scarf',
    price: 12.5,
    onSale: true,
    tags: ['new', 'warm'],
    stock: 4,
    id: 17,
    currency: 'EUR',
  };
  return {
    element: host,
    target: {
      kind: 'component',
      componentName: ['CardComponent', 'PriceTagComponent', '', 'StockComponent'][at] ?? 'CardComponent',
      selector: 'app-card',
      componentFilePath: 'src/app/catalogue/card.component.ts',
      sourceLocation: { file: 'src/app/catalogue/card.component.html', line: 12 + at, column: 3 },
      inputs,
      domSnapshot: '<app-card></app-card>',
      componentTreePath: ['AppComponent', 'CatalogueComponent', 'GridComponent'],
    },
  };
}

function hover(at: number): Hover {
  const names = ['CardComponent', 'GridComponent', 'CatalogueComponent', 'AppComponent'];
  return {
    element: card(at),
    ancestry: names.map((name, hostUp) => ({ name, selector: name, hostUp })),
    component: null,
    located: {
      source: { file: 'src/app/catalogue/card.component.html', line: 12, column: 3 },
      path: [0, 1, 2, 3],
      component: 0,
      use: null,
    },
  };
}
