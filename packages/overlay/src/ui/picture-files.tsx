/** The ways in which a person gives pictures to a panel: paste, drop, and a button for those who use the keyboard. */
import { useRef, useState } from 'preact/hooks';

import { Button } from './button.tsx';
import { PanelIcon } from './panel-icon.tsx';

type OnFiles = (files: readonly File[]) => void;

/** Handlers for the element that takes pictures. `data-drop` is there while files are over it. */
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
