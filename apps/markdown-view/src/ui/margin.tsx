/** The cards beside their text, on screens that have the room. */
import { useLayoutEffect, useRef } from 'preact/hooks';

import { type Item, itemsOf } from '../state/select.ts';

import { Card } from './card.tsx';
import { FirstUse } from './empty.tsx';
import type { Layout } from './layout.ts';
import { LostGroup } from './lost.tsx';
import { stack } from './stack.ts';
import type { ViewProps } from './view-props.ts';

const lostId = 'lost';

export function Margin(props: ViewProps & { layout: Layout }) {
  const { state, layout } = props;
  const ref = useRef<HTMLElement>(null);
  const items = itemsOf(state);
  const placed = items.filter(({ lost }) => !lost);
  const lost = items.filter((item) => item.lost);
  usePlaces(ref, layout, placed, state.active);
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

/** When other cards are there, and whenever text or cards change their size. */
function usePlaces(
  ref: { current: HTMLElement | null },
  layout: Layout,
  items: readonly Item[],
  active: string | null,
): void {
  const now = useRef({ items, active });
  now.current = { items, active };
  const put = () => {
    if (ref.current) place(ref.current, layout, now.current.items, now.current.active);
  };
  // Sizes and the text are watched below; typing moves nothing.
  useLayoutEffect(put, [items.map(({ id }) => id).join(' '), active]);
  useLayoutEffect(() => {
    const margin = ref.current;
    if (!margin) return;
    const sizes = new ResizeObserver(put);
    const watch = () => {
      sizes.disconnect();
      for (const child of margin.children) sizes.observe(child);
    };
    watch();
    const children = new MutationObserver(watch);
    children.observe(margin, { childList: true });
    const stop = layout.subscribe(put);
    return () => {
      stop();
      sizes.disconnect();
      children.disconnect();
    };
  }, []);
}

function place(margin: HTMLElement, layout: Layout, items: readonly Item[], active: string | null): void {
  const places = new Map(
    [...margin.querySelectorAll<HTMLElement>(':scope > .mdv-place')].map((element) => [
      element.dataset.place ?? '',
      element,
    ]),
  );
  const boxes = layout.boxes();
  const shift = layout.top() - margin.getBoundingClientRect().top;
  const cards = [...(places.has(lostId) ? [{ id: lostId, anchor: null }] : []), ...items].map(({ id }) => ({
    id,
    wanted: id === lostId ? 0 : (boxes.get(id)?.top ?? 0) + shift,
    height: places.get(id)?.offsetHeight ?? 0,
  }));
  // Two comments on one line may come in another order than their boxes.
  cards.sort((a, b) => a.wanted - b.wanted);
  const tops = stack(cards, active);
  let end = 0;
  for (const [id, element] of places) {
    const top = tops.get(id) ?? 0;
    element.style.transform = `translateY(${Math.round(top)}px)`;
    settle(element);
    end = Math.max(end, top + element.offsetHeight);
  }
  margin.style.minHeight = `${Math.ceil(end)}px`;
}

/** Where it stands first it just is; from then on it moves. */
function settle(element: HTMLElement): void {
  if (element.dataset.placed !== undefined) return;
  element.dataset.placed = '';
  requestAnimationFrame(() => (element.dataset.moves = ''));
}
