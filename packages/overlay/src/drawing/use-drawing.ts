import { useState } from 'preact/hooks';

import {
  createShape,
  describeShape,
  moveShape,
  type Point,
  resizeShape,
  type Shape,
  type Size,
  type Tool,
  toolNames,
} from './shapes.ts';

interface DrawingState {
  readonly tool: Tool;
  readonly shapes: readonly Shape[];
  /** The shape that is not placed yet. */
  readonly draft: Shape | null;
  /** What screen readers say about the last step. They could not follow a pointer, so only keys are told of. */
  readonly said: string;
}

export interface Drawing extends DrawingState {
  /** A tool that a key has chosen comes with a shape that the keys move. */
  readonly choose: (tool: Tool, byKey: boolean) => void;
  /** Shows a shape that the pointer draws. */
  readonly sketch: (draft: Shape | null) => void;
  /** Moves or resizes the shape that is not placed yet; there is a new one if there is none. */
  readonly nudge: (change: 'move' | 'resize', by: Point) => void;
  /** Without a shape: the one that is not placed yet. */
  readonly place: (shape?: Shape) => void;
  /** Removes the shape that is not placed yet, or the last one. */
  readonly undo: () => void;
}

/** `picture` is `null` until it is loaded; nothing is drawn before that. */
export function useDrawing(picture: Size | null): Drawing {
  const [state, setState] = useState<DrawingState>({ tool: 'arrow', shapes: [], draft: null, said: '' });
  /** With a function, because keys are faster than the screen. */
  const change = (toChange: (now: DrawingState, size: Size) => Partial<DrawingState>) => {
    if (picture !== null) setState((now) => ({ ...now, ...toChange(now, picture) }));
  };
  return {
    ...state,
    choose: (tool, byKey) =>
      change(({ draft }, size) => {
        const shape = draft === null ? byKey && createShape(tool, size) : { ...draft, tool };
        return shape ? { tool, draft: shape, said: describeShape(shape, size) } : { tool };
      }),
    sketch: (draft) => change(() => ({ draft })),
    nudge: (how, by) =>
      change(({ tool, draft }, size) => {
        const before = draft ?? createShape(tool, size);
        const shape = how === 'move' ? moveShape(before, by, size) : resizeShape(before, by, size);
        return { draft: shape, said: describeShape(shape, size) };
      }),
    place: (shape) =>
      change(({ tool, shapes, draft }, size) => ({
        shapes: [...shapes, shape ?? draft ?? createShape(tool, size)],
        draft: null,
        said: `${toolNames[tool]} placed. ${shapes.length + 1} drawn.`,
      })),
    undo: () =>
      change(({ shapes, draft }) => {
        const left = draft === null ? shapes.slice(0, -1) : shapes;
        const isEmpty = draft === null && shapes.length === 0;
        const said = isEmpty ? 'Nothing is drawn yet.' : `Removed. ${left.length} drawn.`;
        return { shapes: left, draft: null, said };
      }),
  };
}
