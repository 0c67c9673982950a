import { useState } from 'preact/hooks';

import type { Box } from '../state/state.ts';

import { MovingOutline } from './moving-outline.tsx';

/** A target around the element under the pointer, or that element itself. */
export interface Crumb {
  readonly name: string;
  readonly isCurrent: boolean;
  readonly box: () => Box;
  readonly onPick: () => void;
}

/** The components around the element under the pointer and the element, root first: pointing shows one, a click picks it. */
export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const [shown, setShown] = useState<number | null>(null);
  const crumb = shown === null ? undefined : crumbs[shown];
  return (
    <>
      {crumb && <MovingOutline box={crumb.box()} />}
      <ol class="nga-crumbs nga-surface" aria-label="What it is inside of">
        {crumbs.map(({ name, isCurrent, onPick }, at) => (
          <li key={at} aria-current={isCurrent ? 'true' : undefined}>
            <button
              type="button"
              class="nga-crumb"
              title={`Comment on ${name}`}
              onPointerEnter={() => setShown(at)}
              onPointerLeave={() => setShown(null)}
              onFocus={() => setShown(at)}
              onBlur={() => setShown(null)}
              onClick={onPick}
            >
              {name}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}
