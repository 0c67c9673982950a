import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';

import type { ElementRef } from '../ui/focus.ts';

import { drawShapes } from './draw-shapes.ts';
import { cornersOf, isTooSmall, type Point, pointInside, type Shape } from './shapes.ts';
import type { Drawing } from './use-drawing.ts';

export interface DrawingSurfaceProps {
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
