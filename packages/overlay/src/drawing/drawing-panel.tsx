/** Where a person draws on a picture: arrows, boxes, and blurs over what must not be read. Loaded with the first drawing. */
import { useEffect, useRef, useState } from 'preact/hooks';

import { encodePicture, maxPictureBytes } from '../capture/encode-picture.ts';
import { reasonOf } from '../commands/notify.ts';
import { Button, CloseButton } from '../ui/button.tsx';
import { useFocus } from '../ui/focus.ts';
import { PathIcon } from '../ui/path-icon.tsx';

import { DrawingSurface, useDrawing } from './drawing-surface.tsx';
import { drawShapes, type Shape, type Tool, toolNames, tools } from './shapes.ts';

export interface DrawnPicture {
  readonly picture: Blob;
  /** Something in it was made illegible. */
  readonly isBlurred: boolean;
}

export interface DrawingPanelProps {
  picture: Blob;
  name: string;
  onDone: (drawn: DrawnPicture) => void;
  /** `problem` says why the picture cannot be drawn on; `null` when the person has given it up. */
  onCancel: (problem: string | null) => void;
}

const icons: Readonly<Record<Tool, string>> = {
  arrow: 'M3 13 12.4 3.6M6.6 3.2h6.2v6.2',
  box: 'M2.6 3.8h10.8v8.4H2.6z',
  blur: 'M3 3h4v4H3zM9 3h4v4H9zM3 9h4v4H3zM9 9h4v4H9z',
};

export function DrawingPanel({ picture, name, onDone, onCancel }: DrawingPanelProps) {
  const bitmap = useBitmap(picture, onCancel);
  const drawing = useDrawing(bitmap);
  const { tool, shapes, draft, said } = drawing;
  const panel = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  useFocus(panel);
  const choose = (next: Tool, byKeyboard: boolean) => {
    drawing.choose(next, byKeyboard);
    if (byKeyboard) surface.current?.focus();
  };
  const done = async () => {
    if (bitmap === null) return;
    try {
      const all = draft === null ? shapes : [...shapes, draft];
      const isBlurred = all.some((shape) => shape.tool === 'blur');
      onDone({ picture: await encodeDrawing(bitmap, all), isBlurred });
    } catch (error) {
      onCancel(reasonOf(error));
    }
  };
  return (
    <div class="nga-draw">
      <div
        class="nga-draw-panel nga-surface"
        data-nga="drawing"
        role="dialog"
        aria-modal="true"
        aria-label={`Draw on ${name}`}
        tabIndex={-1}
        ref={panel}
        onKeyDown={keepFocusInside}
      >
        <div class="nga-head">
          <h2 dir="auto">Draw on {name}</h2>
          <CloseButton onClick={() => onCancel(null)} />
        </div>
        <div class="nga-draw-tools" role="group" aria-label="Tools">
          {tools.map((one) => (
            <ToolButton key={one} tool={one} pressed={tool === one} onChoose={choose} />
          ))}
          <Button onClick={drawing.undo}>Undo</Button>
        </div>
        <div class="nga-draw-area">
          {bitmap && <DrawingSurface bitmap={bitmap} drawing={drawing} surfaceRef={surface} />}
        </div>
        <p class="nga-unseen" role="status">
          {said}
        </p>
        <div class="nga-foot">
          <p class="nga-muted nga-small nga-grow" id="nga-draw-hint">
            Drag to draw. Keys: arrows move, Shift+arrows resize, Enter places, Delete removes the last.
          </p>
          <Button onClick={() => onCancel(null)}>Cancel</Button>
          <Button variant="primary" data-nga="drawn" onClick={() => void done()}>
            Done
          </Button>
        </div>
      </div>
    </div>
  );
}

interface ToolButtonProps {
  tool: Tool;
  pressed: boolean;
  onChoose: (tool: Tool, byKeyboard: boolean) => void;
}

/** A native button, because the click has to tell whether a key made it. */
function ToolButton({ tool, pressed, onChoose }: ToolButtonProps) {
  return (
    <button
      type="button"
      class="nga-btn"
      aria-pressed={pressed}
      data-nga={`tool-${tool}`}
      onClick={({ detail }) => onChoose(tool, detail === 0)}
    >
      <PathIcon path={icons[tool]} size={14} />
      {toolNames[tool]}
    </button>
  );
}

function useBitmap(picture: Blob, onFailure: (problem: string) => void): ImageBitmap | null {
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null);
  useEffect(() => {
    createImageBitmap(picture).then(setBitmap, () => onFailure('The picture cannot be shown here.'));
  }, []);
  useEffect(() => () => bitmap?.close(), [bitmap]);
  return bitmap;
}

/** The shapes become pixels of a new picture: what is below a blur is not in it. */
function encodeDrawing(bitmap: ImageBitmap, shapes: readonly Shape[]): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = bitmap.width;
  canvas.height = bitmap.height;
  drawShapes(canvas, bitmap, shapes);
  return encodePicture(canvas, maxPictureBytes);
}

function keepFocusInside(event: KeyboardEvent & { currentTarget: HTMLElement }): void {
  if (event.key !== 'Tab') return;
  const stops = event.currentTarget.querySelectorAll<HTMLElement>('button:not(:disabled),[tabindex="0"]');
  const [first, last] = [stops[0], stops[stops.length - 1]];
  const ends = event.shiftKey ? [event.currentTarget, first] : [last];
  if (!ends.some((end) => end === event.target)) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}
