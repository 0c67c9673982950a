/** The cards beside their text, on wide screens. */
import { useLayoutEffect, useRef } from 'preact/hooks';

import { type Item, itemsOf } from '../state/select.ts';

import { Card } from './card.tsx';
import { FirstUse } from './empty.tsx';
import type { Layout } from './layout.ts';
import { LostGroup } from './lost.tsx';
import { stack } from './stack.ts';
import type { ViewProps } from './view-props.ts';

const lostId = 'lost';
/** In pixels, of comments on the whole document: they have no text to be beside of. */
const firstCardTop = 12;

export function Margin(props: ViewProps & { layout: Layout }) {
  const { state, layout } = props;
  const ref = useRef<HTMLElement>(null);
  const items = itemsOf(state);
  const placed = items.filter(({ lost }) => !lost);
  const lost = items.filter((item) => item.lost);
  useCardPositions(ref, layout, placed, state.active);
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
      {items.length === 0 && state.text !== null && <FirstUse {...props} />}
    </aside>
  );
}

/** Positions the cards when other cards are shown, and when the text or a card changes its size. */
function useCardPositions(
  ref: { current: HTMLElement | null },
  layout: Layout,
  items: readonly Item[],
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
  items: readonly Item[],
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
  const cards = [...(elements.has(lostId) ? [{ id: lostId, anchor: null }] : []), ...items].map(({ id }) => ({
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
