/** The commands that keys and clicks in the document run. */
import type { MarkdownAnchor } from '@annotate-mcp/core';

import type { BlockList } from './block-list.ts';
import type { ClickCommands } from './clicks.ts';
import { commentableAt, selectElement } from './commentables.ts';
import type { Cursor } from './cursor.ts';
import type { KeyCommands } from './keys.ts';
import { headingsOf } from './outline.ts';
import type { Painter } from './painter.ts';
import type { PaintedComment, DocumentCallbacks } from './panel-types.ts';
import { taskOffset } from './tasks.ts';

interface KeyCommandDeps {
  readonly list: BlockList;
  readonly cursor: Cursor;
  readonly callbacks: DocumentCallbacks;
  readonly selectionOrCursor: () => MarkdownAnchor | null;
  readonly comments: () => readonly PaintedComment[];
}

export function keyCommands({
  list,
  cursor,
  callbacks,
  selectionOrCursor,
  comments,
}: KeyCommandDeps): KeyCommands {
  const comment = () => {
    const anchor = selectionOrCursor();
    if (anchor !== null) callbacks.onComment(anchor);
    return anchor !== null;
  };
  return {
    move: cursor.move,
    heading: (by) => jumpToHeading(list, cursor, by),
    edge(which) {
      const entry = list.entries().at(which === 'first' ? 0 : -1);
      if (entry !== undefined) cursor.jump(entry);
    },
    comment,
    open() {
      const range = cursor.range();
      const anchor = range === null ? null : selectionOrCursor();
      const known = anchor && commentOn(anchor, comments());
      if (!known) return comment();
      callbacks.onActivate(known);
      return true;
    },
    cancel() {
      if (cursor.range() === null) return false;
      cursor.hide();
      return true;
    },
  };
}

function jumpToHeading(list: BlockList, cursor: Cursor, by: 1 | -1): void {
  const entries = list.entries();
  const current = cursor.entry();
  const from = current === null ? -1 : entries.indexOf(current);
  const headings = headingsOf(list);
  const next =
    by === 1
      ? headings.find((entry) => entries.indexOf(entry) > from)
      : headings.findLast((entry) => entries.indexOf(entry) < from);
  if (next !== undefined) cursor.jump(next);
}

/** The first comment that begins in the text at the cursor. */
function commentOn(anchor: MarkdownAnchor, comments: readonly PaintedComment[]): string | null {
  const inside = comments.filter(
    (comment) =>
      comment.anchorState === 'placed' &&
      comment.anchor.char_start < anchor.char_end &&
      comment.anchor.char_end > anchor.char_start,
  );
  return inside.toSorted((left, right) => left.anchor.char_start - right.anchor.char_start)[0]?.id ?? null;
}

interface ClickCommandDeps {
  readonly list: BlockList;
  readonly cursor: Cursor;
  readonly callbacks: DocumentCallbacks;
  readonly painter: Painter;
  readonly scrollToFragment: (fragment: string) => boolean;
}

export function clickCommands({
  list,
  cursor,
  callbacks,
  painter,
  scrollToFragment,
}: ClickCommandDeps): ClickCommands {
  return {
    follow(href) {
      if (!href.startsWith('#') || !scrollToFragment(href.slice(1))) callbacks.onLink(href);
    },
    toggle(checkbox) {
      const offset = taskOffset(checkbox, list);
      if (offset !== null) callbacks.onToggleTask(offset);
    },
    point(x, y, target) {
      cursor.remember(target);
      if (document.getSelection()?.isCollapsed === false) return;
      const id = painter.commentAt(x, y, target);
      const commentable = commentableAt(target);
      if (id !== null) callbacks.onActivate(id);
      else if (commentable !== null) selectElement(commentable);
    },
  };
}
