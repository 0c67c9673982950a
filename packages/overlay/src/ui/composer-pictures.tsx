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
