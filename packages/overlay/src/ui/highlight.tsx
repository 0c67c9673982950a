import { useRef } from 'preact/hooks';

import type { Box } from '../state/state.ts';

import { useLabelOf } from './follow.ts';
import { shortPath } from './words.ts';

export interface HighlightProps {
  box: Box;
  name?: string;
  /** An area that the person dragged, not the box of an element. */
  area?: boolean;
}

/** The outline around a target, with its name above or below. */
export function Highlight({ box, name, area }: HighlightProps) {
  const { x, y, width, height } = box;
  return (
    <>
      <div
        class={`nga-highlight ${area ? 'nga-highlight--area' : ''}`}
        style={{ left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` }}
      />
      {name !== undefined && <Label box={box} name={name} />}
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

export interface LabelProps {
  box: Box;
  name: string;
  /** The component that the element is in. */
  around?: string | undefined;
  /** Where it is written; only the last part is shown. */
  path?: string | null | undefined;
  /** The tag that a person would edit, where the element itself is written in a kit that many files use. */
  use?: string | null | undefined;
}

/** `tasks/index.tsx:41 (ui/button.tsx:50)` */
function describeUse(path: string, use: string): string {
  const [place, kit] = [use, path].map((each) => each.split('/').slice(-2).join('/'));
  return `${place} (${kit})`;
}

/** `h2 "Special offer"  BrokenCard · BrokenCard.tsx:5`, above the box or below it. */
export function Label({ box, name, around, path, use }: LabelProps) {
  const label = useRef<HTMLDivElement>(null);
  useLabelOf(label, box);
  return (
    <div class="nga-label" data-nga="label" ref={label}>
      <span class="nga-component-label">
        {name}
        {around !== undefined && <small> {around}</small>}
      </span>
      {path && <span class="nga-path-label">{use ? describeUse(path, use) : shortPath(path)}</span>}
    </div>
  );
}
