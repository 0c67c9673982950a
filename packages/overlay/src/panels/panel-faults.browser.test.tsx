/** A fault in each component that the overlay draws: the part around it goes, and every other part stays. */
import { Fragment, options, type VNode } from 'preact';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { Boundary } from '../ui/boundary.tsx';

import { OverlayRoot } from './overlay-root.tsx';
import { addCard, byId, loaded, type Mounted, picked } from './testing/mounted.tsx';

let overlay: Mounted;
let card: HTMLElement;

beforeEach(() => {
  card = addCard();
  vi.spyOn(console, 'info').mockReturnValue(undefined);
});

afterEach(() => {
  overlay.unmount();
  card.remove();
  vi.restoreAllMocks();
});

const parts = {
  launcher: '.nga-launcher',
  toolbar: '.nga-bar',
  list: '[data-nga=list]',
  badges: '.nga-badge',
};

const annotations = [1, 2].map((n) => sampleAnnotation({ id: uuidOf(n) }));

const modes = {
  thread: {
    selector: '.nga-thread-panel',
    open: () => overlay.dispatch({ type: 'thread:open', id: uuidOf(1) }),
  },
  composer: {
    selector: 'textarea',
    open: () =>
      overlay.dispatch({ type: 'compose:open', target: { kind: 'picked', picked: [picked(card)] } }),
  },
};

it.each(Object.entries(modes))(
  'in what is drawn beside an open %s takes one part away at most, until it is gone',
  async (name, { selector, open }) => {
    const drawn = watchDrawn();
    overlay = await loaded(annotations);
    overlay.place(annotations.map(({ id }, at) => ({ id, x: 20 + 200 * at, y: 20, offscreen: false })));
    overlay.$('.nga-launcher')?.click();
    overlay.dispatch({ type: 'panel:toggle' });
    open();
    const missing = () =>
      Object.entries({ ...parts, [name]: selector }).flatMap(([part, found]) =>
        overlay.$(found) === null ? [part] : [],
      );
    await expect.poll(missing).toEqual([]);

    const wrong: string[] = [];
    for (const [component, title] of drawn.all) {
      drawn.fault = component;
      await redraw();
      if (missing().length > 1) wrong.push(`${title}: ${missing().join(', ')}`);
      drawn.fault = null;
      await redraw();
      if (missing().length > 0) wrong.push(`after ${title}: ${missing().join(', ')}`);
    }
    expect(drawn.faults).toBeGreaterThan(20);
    expect(wrong).toEqual([]);
  },
);

it.each([
  ['of an unknown status', { status: 'parked' }],
  ['without replies', { replies: undefined }],
  ['without a text', { annotationText: undefined }],
  ['without an author', { authorId: undefined, authorName: undefined, origin: 'repository' }],
])('one annotation %s takes only itself away', async (_, wrong) => {
  const [first, second, third] = [1, 2, 3].map((n) => sampleAnnotation({ id: uuidOf(n) }));
  if (!first || !second || !third) throw new Error('There are three.');
  const broken = Object.assign({ ...second }, wrong);
  overlay = await loaded([first, broken, third]);
  overlay.place([1, 2, 3].map((n) => ({ id: uuidOf(n), x: 200 * n, y: 20, offscreen: false })));
  overlay.dispatch({ type: 'panel:toggle' });
  const ids = (selector: string) =>
    [...overlay.root.querySelectorAll<HTMLElement>(selector)].map(({ dataset }) => dataset.id);
  await expect.poll(() => ids('[data-nga=item]').toSorted()).toEqual([first.id, third.id]);
  expect(overlay.root.querySelectorAll('.nga-badge')).toHaveLength(2);
  expect(overlay.$('[data-nga=unreadable]')?.textContent).toMatch(/^1 comment cannot be shown/);
  expect(overlay.$('.nga-launcher')).not.toBeNull();
  expect(overlay.$('[data-nga=failed]')).toBeNull();
});

it.each([
  ['Badge', '.nga-badge'],
  ['Item', '.nga-item'],
])('a fault in one %s takes only that one away', async (name, selector) => {
  let isFaulty = true;
  const [first] = annotations;
  options.vnode = (vnode) => {
    const isOf = typeof vnode.type === 'function' && vnode.type.name === name;
    if (!isFaulty || !isOf || !isAbout(vnode.props, first?.id ?? '')) return;
    vnode.type = () => {
      throw new Error('injected');
    };
  };
  onTestFinished(() => void delete options.vnode);
  overlay = await loaded(annotations);
  overlay.place(annotations.map(({ id }, at) => ({ id, x: 20 + 200 * at, y: 20, offscreen: false })));
  overlay.dispatch({ type: 'panel:toggle' });
  await expect.poll(() => overlay.$('[data-nga=list]')).not.toBeNull();
  await redraw();
  expect(overlay.root.querySelectorAll(selector)).toHaveLength(1);
  isFaulty = false;
  await redraw();
  expect(overlay.root.querySelectorAll(selector)).toHaveLength(2);
});

/** Whether these are the properties of a badge or of an item that is about this annotation. */
function isAbout(props: unknown, id: string): boolean {
  const { item, marked } = props as { item?: { id: string }; marked?: [{ annotation: { id: string } }] };
  return (item ?? marked?.[0].annotation)?.id === id;
}

interface Drawn {
  /** Each component that was drawn, and its name. */
  readonly all: Map<VNode['type'], string>;
  /** The first of its elements that is drawn throws. */
  fault: VNode['type'] | null;
  /** How often one has thrown. */
  faults: number;
}

function watchDrawn(): Drawn {
  const drawn: Drawn = { all: new Map(), fault: null, faults: 0 };
  let thrown: VNode['type'] | null = null;
  const Broken = () => {
    if (thrown === drawn.fault) return null;
    thrown = drawn.fault;
    drawn.faults++;
    throw new Error('injected');
  };
  options.vnode = (vnode) => {
    const { type } = vnode;
    if (typeof type === 'function' && !edges.has(type.name)) drawn.all.set(type, type.name);
    if (drawn.fault !== null && type === drawn.fault) vnode.type = Broken;
  };
  onTestFinished(() => void delete options.vnode);
  return drawn;
}

/** The root, and what keeps a fault from going further. */
const edges = new Set([OverlayRoot.name, Boundary.name, 'PanelOnItsOwn', Fragment.name]);

/** Draws everything again, and gives what failed its turn. */
async function redraw(): Promise<void> {
  overlay.dispatch({
    type: 'annotations',
    annotations: byId(annotations.map((each) => ({ ...each }))),
    unsent: new Set(),
  });
  await new Promise(requestAnimationFrame);
}
