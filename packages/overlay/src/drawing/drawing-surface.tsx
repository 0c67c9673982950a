import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';

import type { ElementRef } from '../ui/focus.ts';

import {
  cornersOf,
  createShape,
  describeShape,
  drawShapes,
  isTooSmall,
  moveShape,
  type Point,
  pointInside,
  resizeShape,
  type Shape,
  type Size,
  type Tool,
  toolNames,
} from './shapes.ts';

interface DrawingSurfaceProps {
  bitmap: ImageBitmap;
  drawing: Drawing;
  surfaceRef: ElementRef<HTMLDivElement>;
}

/** The picture that is drawn on, by pointer, touch or keys. */
export function DrawingSurface({ bitmap, drawing, surfaceRef }: DrawingSurfaceProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height } = bitmap;
  const { shapes, draft } = drawing;
  const placed = useMemo(() => drawPlaced(bitmap, shapes), [bitmap, shapes]);
  useLayoutEffect(() => {
    if (canvas.current) drawShapes(canvas.current, placed, draft === null || isBlur(draft) ? [] : [draft]);
  }, [placed, draft]);
  return (
    <div
      class="nga-draw-surface"
      ref={surfaceRef}
      role="application"
      aria-label="Picture"
      aria-describedby="nga-draw-hint"
      tabIndex={0}
      // A small picture is shown larger, because one cannot draw on a button of 60 pixels.
      style={`aspect-ratio:${width}/${height};width:${Math.max(width, smallest)}px;--nga-ratio:${width / height}`}
      onKeyDown={(event) => onKey(event, bitmap, drawing)}
      {...usePointer(bitmap, drawing)}
    >
      <canvas ref={canvas} width={width} height={height} aria-hidden="true" />
      {draft && <DraftFrame draft={draft} bitmap={bitmap} />}
    </div>
  );
}

/** CSS pixels. */
const smallest = 320;

/** Once for each shape and not for each move of the pointer: blurring a large part takes longer than a frame. */
function drawPlaced(bitmap: ImageBitmap, shapes: readonly Shape[]): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  drawShapes(canvas, bitmap, shapes);
  return canvas;
}

/** Its frame blurs what is behind it by a style, which is only for the eye, until it is placed. */
function isBlur({ tool }: Shape): boolean {
  return tool === 'blur';
}

/** Shows which shape the keys move. */
function DraftFrame({ draft, bitmap }: { draft: Shape; bitmap: ImageBitmap }) {
  const { x, y, width, height } = cornersOf(draft);
  const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
  return (
    <i
      class="nga-draw-draft"
      data-tool={draft.tool}
      style={{
        left: percent(x, bitmap.width),
        top: percent(y, bitmap.height),
        width: percent(width, bitmap.width),
        height: percent(height, bitmap.height),
      }}
    />
  );
}

type SurfaceEvent = PointerEvent & { currentTarget: HTMLElement };

function usePointer(bitmap: ImageBitmap, { tool, sketch, place }: Drawing) {
  const from = useRef<Point | null>(null);
  const pointAt = ({ clientX, clientY, currentTarget }: SurfaceEvent): Point => {
    const box = currentTarget.getBoundingClientRect();
    const x = ((clientX - box.left) * bitmap.width) / box.width;
    return pointInside({ x, y: ((clientY - box.top) * bitmap.height) / box.height }, bitmap);
  };
  const shapeTo = (event: SurfaceEvent): Shape | null =>
    from.current === null ? null : { tool, from: from.current, to: pointAt(event) };
  return {
    onPointerDown(event: SurfaceEvent) {
      if (!event.isPrimary || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      from.current = pointAt(event);
    },
    onPointerMove(event: SurfaceEvent) {
      const shape = shapeTo(event);
      if (shape !== null) sketch(shape);
    },
    onPointerUp(event: SurfaceEvent) {
      const shape = shapeTo(event);
      from.current = null;
      if (shape === null) return;
      if (isTooSmall(shape, bitmap)) sketch(null);
      else place(shape);
    },
    onPointerCancel() {
      from.current = null;
      sketch(null);
    },
  };
}

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function onKey(event: KeyboardEvent, { width, height }: ImageBitmap, drawing: Drawing): void {
  const direction = directions[event.key];
  if (direction !== undefined) {
    const step = Math.max(1, Math.round(Math.max(width, height) / 60));
    drawing.nudge(event.shiftKey ? 'resize' : 'move', { x: direction.x * step, y: direction.y * step });
  } else if (event.key === 'Enter') drawing.place();
  else if (event.key === 'Delete' || event.key === 'Backspace') drawing.undo();
  else return;
  event.preventDefault();
}

interface DrawingState {
  readonly tool: Tool;
  readonly shapes: readonly Shape[];
  /** The shape that is not placed yet. */
  readonly draft: Shape | null;
  /** What screen readers say about the last step. They could not follow a pointer, so only keys are told of. */
  readonly said: string;
}

interface Drawing extends DrawingState {
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
