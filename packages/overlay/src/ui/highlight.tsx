import { useRef } from 'preact/hooks';

import type { Box } from '../state/state.ts';

import { useLabelOf } from './follow.ts';
import { shortPath } from './words.ts';

export interface HighlightProps {
  box: Box;
  name?: string;
  /** The source file; only the last part is shown. */
  path?: string | null | undefined;
  /** An area that the person dragged, not the box of an element. */
  area?: boolean;
}

/** The outline around a target, with its name above or below. */
export function Highlight({ box, name, path, area }: HighlightProps) {
  const { x, y, width, height } = box;
  return (
    <>
      <div
        class={`nga-highlight ${area ? 'nga-highlight--area' : ''}`}
        style={{ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` }}
      />
      {name !== undefined && <Label box={box} name={name} path={path} />}
    </>
  );
}

export function Label({ box, name, path }: Pick<HighlightProps, 'box' | 'path'> & { name: string }) {
  const label = useRef<HTMLDivElement>(null);
  useLabelOf(label, box);
  return (
    <div class="nga-label" data-nga="label" ref={label}>
      <span class="nga-component-label">{name}</span>
      {path && <span class="nga-path-label">{shortPath(path)}</span>}
    </div>
  );
}
