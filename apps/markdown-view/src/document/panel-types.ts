/** What the document pane is to the rest of the view: it is told the text and the comments, and tells what a person does to the text. */
import type { MarkdownAnchor, Status } from '@annotate-mcp/core';
import type { ViewTarget } from '@annotate-mcp/markdown';

export interface PaneCallbacks {
  /**
   * Text was selected, or is no longer. Not while the pointer is still down.
   * A press on a control takes the selection away; one that uses it prevents the default of `mousedown`.
   */
  readonly onSelect: (anchor: MarkdownAnchor | null) => void;
  /** Somebody wants to write about this: Enter or `c` on a selection or at the cursor. */
  readonly onComment: (anchor: MarkdownAnchor) => void;
  /** A painted comment was clicked, or Enter was pressed where the cursor is on one. */
  readonly onActivate: (id: string) => void;
  /** `boxes()` says something else now. At most once per frame. */
  readonly onLayout: () => void;
  /** Anything but `#…`, which the pane follows itself. Never `javascript:` and the like. */
  readonly onLink: (href: string) => void;
  /** Of the character between the brackets of `[ ]`. The box shows the new state only when the text has it. */
  readonly onToggleTask: (offset: number) => void;
  /** The text of `mermaid.js` or `katex.js`. Asked once, and only when the document has such a block. */
  readonly loadAsset: (name: AssetName) => Promise<string>;
}

export type AssetName = 'mermaid' | 'katex';

/** A comment as far as it is drawn. One that is being written is drawn the same way, under an id of its own. */
export interface PaintedComment {
  readonly id: string;
  readonly anchor: MarkdownAnchor;
  /** Only placed ones are drawn. */
  readonly anchorState: 'placed' | 'ambiguous' | 'stale';
  readonly status: Status;
  /** Drawn stronger: its thread is open, or the pointer is on it. */
  readonly active: boolean;
}

/** CSS pixels from the top of the pane's `element`, however far it is scrolled. */
export interface Box {
  readonly top: number;
  readonly bottom: number;
}

export interface OutlineItem {
  readonly blockId: string;
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
}

export interface DocumentPane {
  /** The article in the host that `boxes()` counts from. Focusable; its keys move a cursor over the text. */
  readonly element: HTMLElement;
  /** What is the same as before keeps its elements, so that neither the place nor a selection is lost. */
  readonly setText: (text: string) => void;
  readonly paint: (comments: readonly PaintedComment[]) => void;
  /** `false` when there is no such place. */
  readonly scrollTo: (target: ViewTarget) => boolean;
  /** Marks it for a moment. `false` when there is no such place. */
  readonly flash: (target: ViewTarget) => boolean;
  /** What is selected, else where the cursor is. */
  readonly selection: () => MarkdownAnchor | null;
  /** Of every placed comment; exact near the viewport, estimated elsewhere. */
  readonly boxes: () => ReadonlyMap<string, Box>;
  readonly outline: () => readonly OutlineItem[];
  readonly focus: () => void;
  readonly destroy: () => void;
}
