/** The interface of the document panel: it draws the text and the comments, and reports what a person does in the text. */
import type { MarkdownAnchor, Status } from '@annotate-mcp/core';
import type { DocumentChange, DocumentVersion, ViewTarget } from '@annotate-mcp/markdown';

import type { LoadedPicture } from '../render/pictures.ts';

export interface DocumentCallbacks {
  /**
   * The selection changed. Not called while the pointer is still down.
   * Pressing a control clears the selection; a control that uses it prevents the default of `mousedown`.
   */
  readonly onSelect: (anchor: MarkdownAnchor | null) => void;
  /** The person wants to comment on this text: Enter or `c` on a selection or at the cursor. */
  readonly onComment: (anchor: MarkdownAnchor) => void;
  /** A painted comment was clicked, or Enter was pressed where the cursor is on one. */
  readonly onActivate: (id: string) => void;
  /** The result of `boxes()` changed. Called at most once per frame. */
  readonly onLayout: () => void;
  /**
   * A link or a picture of another machine was clicked. Links to `#…` are followed by the panel, and reported when they
   * lead nowhere; `javascript:` and the like are never reported.
   */
  readonly onLink: (href: string) => void;
  /** The offset of the character between the brackets of `[ ]`. The box changes when the new text is set. */
  readonly onToggleTask: (offset: number) => void;
  /** Loads the text of `mermaid.js` or `katex.js`. Called once, and only when the document has such a block. */
  readonly loadAsset: (name: AssetName) => Promise<string>;
  /** Reads a picture beside the file, when it comes near the screen. Rejects with the reason that the reader sees. */
  readonly loadPicture: (address: string) => Promise<LoadedPicture>;
}

export type AssetName = 'mermaid' | 'katex';

/** What is needed to draw a comment. A comment that is being written is drawn the same way. */
export interface PaintedComment {
  readonly id: string;
  readonly anchor: MarkdownAnchor;
  /** Only placed comments are drawn. */
  readonly anchorState: 'placed' | 'ambiguous' | 'stale';
  readonly status: Status;
  /** Drawn stronger: its thread is open, or the pointer is on it. */
  readonly active: boolean;
}

/** The blocks that are different from an earlier version, and whether their words are compared too. */
export interface ShownChanges {
  readonly found: {
    readonly before: DocumentVersion;
    readonly after: DocumentVersion;
    readonly list: readonly DocumentChange[];
  } | null;
  readonly shown: boolean;
  readonly current: number | null;
}

/** CSS pixels from the top of the panel's `element`, however far it is scrolled. */
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

/** An occurrence of searched words. */
export interface FoundText {
  /** About where it is in the source, to sort it among comments. */
  readonly at: number;
}

/** The block at the upper edge of the window. */
export interface ReadingPosition {
  readonly blockId: string;
  /** CSS pixels of the block that are above the edge; negative when it is below. */
  readonly offset: number;
}

/** The space above a heading that is scrolled to, in pixels. */
export const topSpace = 16;

export interface DocumentPanel {
  /** The article that `boxes()` is relative to. It is focusable; its keys move a cursor over the text. */
  readonly element: HTMLElement;
  /** Unchanged blocks keep their elements, so that the scroll position and the selection are not lost. */
  readonly setText: (text: string) => void;
  readonly paint: (comments: readonly PaintedComment[]) => void;
  /** Call it after `setText`: the changes are of that text. */
  readonly showChanges: (changes: ShownChanges) => void;
  readonly scrollToChange: (index: number) => void;
  /** `false` when the document does not contain the target. */
  readonly scrollTo: (target: ViewTarget) => boolean;
  /** Marks the target for a moment. `false` when the document does not contain it. */
  readonly flash: (target: ViewTarget) => boolean;
  /** The anchor of the selection, else of the text at the cursor. */
  readonly selection: () => MarkdownAnchor | null;
  /** The box of every placed comment; exact near the viewport, estimated elsewhere. */
  readonly boxes: () => ReadonlyMap<string, Box>;
  readonly outline: () => readonly OutlineItem[];
  /** The block id of the heading that the reader is below. */
  readonly currentHeading: () => string | null;
  /** Scrolls to a heading, a footnote or an anchor. `false` when the document does not have it. */
  readonly scrollToFragment: (fragment: string) => boolean;
  readonly position: () => ReadingPosition | null;
  /** Scrolls there, and opens what is folded around it. */
  readonly moveTo: (position: ReadingPosition) => void;
  /** Marks the words in the whole document; an empty query removes the marks. */
  readonly find: (query: string) => readonly FoundText[];
  /** Scrolls to one of the words that `find` returned. */
  readonly showFound: (index: number) => void;
  readonly reloadPicture: (address: string) => void;
  /** Renders everything and numbers these comments; returns how to undo it. */
  readonly preparePrint: (commentIds: readonly string[]) => () => void;
  /** Resolves when the whole document is rendered and its pictures are loaded. */
  readonly loadAll: () => Promise<void>;
  readonly focus: () => void;
  readonly destroy: () => void;
}
