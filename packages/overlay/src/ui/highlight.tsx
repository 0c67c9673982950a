import { useRef } from 'preact/hooks';

import type { Box } from '../state/state.ts';

import { useLabelOf } from './follow.ts';

export interface HighlightProps {
  box: Box;
  name?: string;
  /** What is around it, and where it is written. */
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

/** The fine outline of the component around the element under the pointer. */
export function ComponentOutline({ box: { x, y, width, height } }: { box: Box }) {
  return (
    <div
      class="nga-highlight--component"
      style={{ transform: `translate(${x}px,${y}px)`, width: `${width}px`, height: `${height}px` }}
    />
  );
}

export function Label({ box, name, path }: Pick<HighlightProps, 'box' | 'path'> & { name: string }) {
  const label = useRef<HTMLDivElement>(null);
  useLabelOf(label, box);
  return (
    <div class="nga-label" data-nga="label" ref={label}>
      <span class="nga-component-label">{name}</span>
      {path && <span class="nga-path-label">{path}</span>}
    </div>
  );
}
