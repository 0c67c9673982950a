import { useEffect, useRef, useState } from 'preact/hooks';

import type { ComposedPicture } from '../state/state.ts';

import { Button, IconButton } from './button.tsx';
import { PanelIcon } from './panel-icon.tsx';

export interface ComposerPicturesProps {
  pictures: readonly ComposedPicture[];
  /** The person wants a screenshot. It is taken when the comment is sent, or when they draw on it. */
  screenshot: boolean;
  onRemove: (picture: ComposedPicture) => void;
  onDraw: (picture: ComposedPicture) => void;
  onDrawOnScreenshot: () => Promise<void>;
}

/** The pictures that will be sent, each with what can be done with it. */
export function ComposerPictures(props: ComposerPicturesProps) {
  const { pictures, screenshot, onRemove, onDraw, onDrawOnScreenshot } = props;
  const [isTaking, setTaking] = useState(false);
  const isShown = screenshot && !pictures.some(({ isScreenshot }) => isScreenshot);
  if (pictures.length === 0 && !isShown) return null;
  const take = async () => {
    if (isTaking) return;
    setTaking(true);
    await onDrawOnScreenshot();
    setTaking(false);
  };
  return (
    <ul class="nga-pictures" aria-label="Pictures">
      {isShown && (
        // The key of the picture that it becomes, so that its button keeps the focus.
        <li key="screenshot">
          <span class="nga-thumb">
            <PanelIcon name="camera" size={14} />
          </span>
          <span class="nga-picture-name">
            Screenshot <span class="nga-muted">{isTaking ? 'being taken…' : 'taken on sending'}</span>
          </span>
          <DrawButton name="the screenshot" onClick={() => void take()} />
        </li>
      )}
      {pictures.map((picture) => (
        <li key={picture.id}>
          <Thumbnail picture={picture.picture} />
          <span class="nga-picture-name" title={picture.name} dir="auto">
            {picture.name}
          </span>
          {picture.picture === null ? (
            <span class="nga-muted">being read…</span>
          ) : (
            <DrawButton name={picture.name} onClick={() => onDraw(picture)} />
          )}
          <IconButton icon="close" label={`Remove ${picture.name}`} onClick={() => onRemove(picture)} />
        </li>
      ))}
    </ul>
  );
}

function DrawButton({ name, onClick }: { name: string; onClick: () => void }) {
  return (
    <Button icon="pencil" aria-label={`Draw on ${name}`} data-nga="draw" onClick={onClick}>
      Draw
    </Button>
  );
}

/** Twice the size in CSS, for dense screens. */
const thumbnail = { width: 80, height: 60 };

/** A canvas, because the page's policy may forbid pictures of `blob:`. */
function Thumbnail({ picture }: { picture: Blob | null }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (picture === null) return;
    let stopped = false;
    createImageBitmap(picture).then(
      (bitmap) => {
        if (!stopped) drawInside(canvas.current, bitmap);
        bitmap.close();
      },
      // It could be read before; only its small form is missing.
      () => undefined,
    );
    return () => {
      stopped = true;
    };
  }, [picture]);
  return <canvas ref={canvas} class="nga-thumb" {...thumbnail} aria-hidden="true" />;
}

function drawInside(canvas: HTMLCanvasElement | null, bitmap: ImageBitmap): void {
  const context = canvas?.getContext('2d');
  const scale = Math.min(thumbnail.width / bitmap.width, thumbnail.height / bitmap.height);
  const [width, height] = [bitmap.width * scale, bitmap.height * scale];
  context?.clearRect(0, 0, thumbnail.width, thumbnail.height);
  context?.drawImage(bitmap, (thumbnail.width - width) / 2, (thumbnail.height - height) / 2, width, height);
}

type OnFiles = (files: readonly File[]) => void;

/**
 * Handlers of paste and drop for the element that takes pictures; `PictureButton` is for those who use the keyboard.
 * `data-drop` is there while files are over it.
 */
export function usePictureFiles(onFiles: OnFiles) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!hasFiles(event.dataTransfer)) return;
    keepFromApp(event);
    if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'copy';
    setOver(true);
  };
  return {
    'data-drop': isOver ? '' : undefined,
    onDragEnter: over,
    onDragOver: over,
    onDragLeave: ({ currentTarget, relatedTarget }: DragEvent & { currentTarget: HTMLElement }) => {
      // Not when it only goes from one part of the panel to another.
      if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      setOver(false);
      if (!hasFiles(event.dataTransfer)) return;
      keepFromApp(event);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    },
    onPaste: (event: ClipboardEvent) => {
      const files = pastedFiles(event.clipboardData);
      if (files.length === 0) return;
      event.preventDefault();
      onFiles(files);
    },
  };
}

/** Opens the file dialog of the browser. */
export function PictureButton({ onFiles }: { onFiles: OnFiles }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        icon={<PanelIcon name="plus" size={14} />}
        title="Attach a picture. You can also paste or drop one."
        data-nga="attach-picture"
        onClick={() => input.current?.click()}
      >
        Picture
      </Button>
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          // The same file can be chosen again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}

function hasFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') === true;
}

/** Also from the browser, which would open the file in place of the page. */
function keepFromApp(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** A program may put both a text and a picture of it into the clipboard; then the text is meant, unless it is the file's name. */
function pastedFiles(transfer: DataTransfer | null): File[] {
  const files = [...(transfer?.files ?? [])];
  const text = transfer?.getData('text/plain') ?? '';
  return text.trim() === '' || files.some(({ name }) => text.includes(name)) ? files : [];
}
