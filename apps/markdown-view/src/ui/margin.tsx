/**
 * The cards beside their text, on wide screens. Lost comments and the first steps are shown in the sheet of narrow
 * screens too.
 */
import { useLayoutEffect, useRef } from 'preact/hooks';

import { Icon, Kbd } from '@annotate-mcp/overlay/ui';

import type { Box, DocumentPanel } from '../document/panel-types.ts';
import { type Item, itemsOf } from '../state/select.ts';
import { textFixId } from '../state/text-fix.ts';

import { Card } from './card.tsx';
import { TextFixCard } from './text-fix.tsx';
import type { ViewProps } from './view-props.ts';
import { plural, submitWord } from './words.ts';

const lostId = 'lost';
/** In pixels, of comments on the whole document: they have no text to be beside of. */
const firstCardTop = 12;

export function Margin(props: ViewProps & { layout: Layout }) {
  const { state, layout } = props;
  const ref = useRef<HTMLElement>(null);
  const items = itemsOf(state);
  const placed = items.filter(({ lost }) => !lost);
  const lost = items.filter((item) => item.lost);
  const { textFix } = state;
  const cards = textFix === null ? placed : [...placed, { id: textFixId }];
  useCardPositions(ref, layout, cards, textFix === null ? state.active : textFixId);
  return (
    <aside class="mdv-margin nga-root" aria-label="Comments" ref={ref}>
      {lost.length > 0 && (
        <div class="mdv-place" data-place={lostId}>
          <LostGroup {...props} items={lost} />
        </div>
      )}
      {placed.map((item) => (
        <div key={item.id} class="mdv-place" data-place={item.id}>
          <Card {...props} item={item} quoted={false} />
        </div>
      ))}
      {textFix !== null && (
        <div class="mdv-place" data-place={textFixId}>
          <TextFixCard {...props} />
        </div>
      )}
      {items.length === 0 && textFix === null && state.text !== null && <FirstUse {...props} />}
    </aside>
  );
}

/** Comments whose text is gone or occurs several times. They are always listed, and never placed by a guess. */
export function LostGroup({ items, ...props }: ViewProps & { items: readonly Item[] }) {
  return (
    <details class="mdv-lost" open={items.some(({ id }) => id === props.state.active)}>
      <summary>
        <Icon name="question" size={14} />
        <b>Lost their place</b>
        <span class="nga-muted">{plural(items.length, 'comment')}</span>
      </summary>
      <div class="mdv-lost-items">
        {items.map((item) => (
          <Card key={item.id} {...props} item={item} quoted />
        ))}
      </div>
    </details>
  );
}

export function FirstUse({ state }: Pick<ViewProps, 'state'>) {
  if (state.comments.size > 0)
    return <p class="mdv-empty nga-muted">Nothing is open. Choose “All” to see what is settled.</p>;
  return (
    <div class="mdv-empty">
      <ol>
        <li>Select some text.</li>
        <li>Say what should change.</li>
        <li>
          <b>{submitWord(state)}</b> sends everything at once.
        </li>
      </ol>
      <p class="mdv-empty-keys nga-muted nga-small">
        or <Kbd>Tab</Kbd> into the text, <Kbd>↑</Kbd> <Kbd>↓</Kbd> to a paragraph, <Kbd>C</Kbd> to comment
      </p>
    </div>
  );
}

/** Positions the cards when other cards are shown, and when the text or a card changes its size. */
function useCardPositions(
  ref: { current: HTMLElement | null },
  layout: Layout,
  items: readonly Pick<Item, 'id'>[],
  active: string | null,
): void {
  const now = useRef({ items, active });
  now.current = { items, active };
  const position = () => {
    if (ref.current) positionCards(ref.current, layout, now.current.items, now.current.active);
  };
  // Changes of size and text are observed below; typing alone moves no card.
  useLayoutEffect(position, [items.map(({ id }) => id).join(' '), active]);
  useLayoutEffect(() => {
    const margin = ref.current;
    if (!margin) return;
    const sizes = new ResizeObserver(position);
    const watch = () => {
      sizes.disconnect();
      for (const child of margin.children) sizes.observe(child);
    };
    watch();
    const children = new MutationObserver(watch);
    children.observe(margin, { childList: true });
    const stop = layout.subscribe(position);
    return () => {
      stop();
      sizes.disconnect();
      children.disconnect();
    };
  }, []);
}

function positionCards(
  margin: HTMLElement,
  layout: Layout,
  items: readonly Pick<Item, 'id'>[],
  active: string | null,
): void {
  const elements = new Map(
    [...margin.querySelectorAll<HTMLElement>(':scope > .mdv-place')].map((element) => [
      element.dataset.place ?? '',
      element,
    ]),
  );
  const boxes = layout.boxes();
  const shift = layout.top() - margin.getBoundingClientRect().top;
  const cards = [...(elements.has(lostId) ? [{ id: lostId }] : []), ...items].map(({ id }) => ({
    id,
    wanted: id === lostId ? 0 : (boxes.get(id)?.top ?? firstCardTop) + shift,
    height: elements.get(id)?.offsetHeight ?? 0,
  }));
  // The order of two comments on one line may differ from the order of their boxes.
  cards.sort((a, b) => a.wanted - b.wanted);
  const tops = stack(cards, active);
  let end = 0;
  for (const [id, element] of elements) {
    const top = tops.get(id) ?? 0;
    element.style.transform = `translateY(${Math.round(top)}px)`;
    animateFromNowOn(element);
    end = Math.max(end, top + element.offsetHeight);
  }
  margin.style.minHeight = `${Math.ceil(end)}px`;
}

/** The first position is set without animation; later ones are animated. */
function animateFromNowOn(element: HTMLElement): void {
  if (element.dataset.placed !== undefined) return;
  element.dataset.placed = '';
  requestAnimationFrame(() => (element.dataset.moves = ''));
}

/** Positions of the commented texts. */
export interface Layout {
  boxes(): ReadonlyMap<string, Box>;
  /** The top of the text in the viewport. */
  top(): number;
  subscribe(listener: () => void): () => void;
}

/** The margin is drawn before the document panel exists; until `follow` is called there are no positions. */
export function createLayout() {
  const listeners = new Set<() => void>();
  let panel: DocumentPanel | null = null;
  return {
    boxes: () => panel?.boxes() ?? new Map<string, Box>(),
    top: () => panel?.element.getBoundingClientRect().top ?? 0,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** `null` until `follow` is called. */
    panel: () => panel,
    follow: (followed: DocumentPanel) => (panel = followed),
    changed: () => listeners.forEach((listener) => listener()),
  };
}

/** A card of the margin: each is beside its text, none over another. */
export interface StackedCard {
  readonly id: string;
  /** The top of its text. */
  readonly wanted: number;
  readonly height: number;
}

const cardGap = 8;

/**
 * Returns tops by id, for cards in the order of the text. The open card is exactly beside its text; the cards above it
 * are moved up as far as possible, the cards below it down.
 */
export function stack(cards: readonly StackedCard[], active: string | null): Map<string, number> {
  const tops = cards.map(({ wanted }) => Math.max(0, wanted));
  const fixed = Math.max(
    0,
    cards.findIndex(({ id }) => id === active),
  );
  for (let at = fixed - 1; at >= 0; at--)
    tops[at] = Math.min(topOf(tops, at), topOf(tops, at + 1) - cardGap - heightOf(cards, at));
  // A card that was pushed over the upper edge is moved down again, and all others with it.
  let floor = 0;
  for (let at = 0; at < cards.length; at++) {
    tops[at] = Math.max(topOf(tops, at), floor);
    floor = topOf(tops, at) + heightOf(cards, at) + cardGap;
  }
  return new Map(cards.map(({ id }, at) => [id, topOf(tops, at)]));
}

function topOf(tops: readonly number[], at: number): number {
  return tops[at] ?? 0;
}

function heightOf(cards: readonly StackedCard[], at: number): number {
  return cards[at]?.height ?? 0;
}
