/** Files of the project, which open in the person's editor where the overlay can have that done. */
import type { ComponentChildren } from 'preact';

import { IconButton } from './button.tsx';
import { PanelIcon } from './panel-icon.tsx';
import { shortPath } from './words.ts';

/** Opens `src/Card.tsx:12:3`. */
type OpenFile = (path: string) => void;

/**
 * `null` where there is no hub that could open a file, as in the Markdown view. A page has one overlay at most; a
 * context of Preact would be part of its first load.
 */
let open: OpenFile | null = null;

export function setFileOpener(opener: OpenFile): void {
  open = opener;
}

interface FileChipProps {
  /** With line and column where they are known. */
  path: string;
  class?: string;
  /** What is shown besides the path. */
  children?: ComponentChildren;
}

export function FileChip({ path, class: look = 'nga-chip nga-file nga-mono', children }: FileChipProps) {
  const content = (
    <>
      <span class="nga-file-name">
        <PathParts path={path} />
      </span>
      {children}
    </>
  );
  if (open === null) return <code class={look}>{content}</code>;
  return (
    <button
      type="button"
      class={`${look} nga-open-file`}
      title={`Open ${path} in your editor`}
      onClick={() => open?.(path)}
    >
      {content}
    </button>
  );
}

/** Beside a path that is shown in another way. */
export function OpenFileButton({ path, tabIndex = 0 }: { path: string; tabIndex?: number }) {
  if (open === null) return null;
  return (
    <IconButton
      icon={<PanelIcon name="editor" size={14} />}
      label={`Open ${path} in your editor`}
      class="nga-open-path"
      tabIndex={tabIndex}
      onClick={() => open?.(path)}
    />
  );
}

/** In a narrow panel the folders are cut off and the file stays. */
export function PathParts({ path }: { path: string }) {
  const file = shortPath(path);
  return (
    <>
      <span>{path.slice(0, path.length - file.length)}</span>
      <b>{file}</b>
    </>
  );
}
