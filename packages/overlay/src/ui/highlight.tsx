import { useRef } from 'preact/hooks';

import type { Box } from '../state/state.ts';

import { useLabelOf } from './follow.ts';
import { shortPath } from './words.ts';

interface HighlightProps {
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

interface LabelProps {
  box: Box;
  name: string;
  /** The component that the element is in. */
  around?: string | undefined;
  /** Where it is written; only the last part is shown. */
  path?: string | null | undefined;
  /** The tag that a person would edit, where the element itself is of a kit that many files use, or of a library. */
  use?: string | null | undefined;
  /** Where the component is used whose root element it is. */
  usedAt?: string | undefined;
}

/**
 * `tasks/index.tsx:41 (ui/button.tsx:50)`, or `task-row.tsx:5, used in tasks/index.tsx:41`; what a library draws has no line of
 * its own.
 */
function describePlace(path: string | null, use: string | null, usedAt?: string): string | null {
  if (use === null) {
    const short = path && shortPath(path);
    return short && usedAt !== undefined ? `${short}, used in ${withFolder(usedAt)}` : short;
  }
  return path === null ? withFolder(use) : `${withFolder(use)} (${withFolder(path)})`;
}

/** Many files of an app are called `index.tsx` or `page.tsx`. */
function withFolder(path: string): string {
  return path.split('/').slice(-2).join('/');
}

/** `h2 "Special offer"  BrokenCard · BrokenCard.tsx:5`, above the box or below it. */
export function Label({ box, name, around, path = null, use = null, usedAt }: LabelProps) {
  const label = useRef<HTMLDivElement>(null);
  const place = describePlace(path, use, usedAt);
  useLabelOf(label, box);
  return (
    <div class="nga-label" data-nga="label" ref={label}>
      <span class="nga-component-label">
        {name}
        {around !== undefined && <small> {around}</small>}
      </span>
      {place !== null && <span class="nga-path-label">{place}</span>}
    </div>
  );
}

/**
 * The outline under a moving pointer. Only transforms change, which the compositor handles alone: any other change makes
 * the browser paint the whole page again, which takes 20 ms on a page of 10,000 elements.
 */
export function MovingOutline({ box }: { box: Box }) {
  const { x, y, width, height } = box;
  const edge = (side: string, left: number, top: number, scaleX: number, scaleY: number) => (
    <i key={side} class="nga-edge" style={{ transform: put(left, top, scaleX, scaleY) }} />
  );
  return (
    <>
      <div class="nga-highlight nga-highlight--moving" style={{ transform: put(x, y, width, height) }} />
      {edge('top', x - line, y - line, width + 2 * line, line)}
      {edge('bottom', x - line, y + height, width + 2 * line, line)}
      {edge('left', x - line, y, line, height)}
      {edge('right', x + width, y, line, height)}
    </>
  );
}

const line = 1.5;
/** Drawn at this size and scaled: a layer of one pixel would be scaled by thousands. */
const drawn = 100;

function put(x: number, y: number, width: number, height: number): string {
  return `translate(${x}px,${y}px) scale(${width / drawn},${height / drawn})`;
}
