import type { Point } from './area.ts';

/** One thing that the pointer did, with the element of the page that it was on. */
export interface PointerInput {
  /** `cancel`: the browser took the pointer for scrolling. */
  readonly type: 'down' | 'move' | 'up' | 'cancel';
  readonly element: Element;
  /** In the viewport of the top window. */
  readonly at: Point;
  readonly screen: Point;
  readonly pointerId: number;
  /** Shift was held: the element is one of several targets. */
  readonly gather: boolean;
  readonly touch: boolean;
}

/** Reports what the pointer does until the returned function is called, and keeps its clicks from the page. */
export type CatchPointer = (overlay: Element, onInput: (input: PointerInput) => void) => () => void;
