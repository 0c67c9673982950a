/** What keys and clicks in the document do. */
import type { MarkdownAnchor } from '@annotate-mcp/core';

import type { BlockList } from './block-list.ts';
import type { Cursor } from './cursor.ts';
import { headingsOf } from './outline.ts';
import type { Painter } from './painter.ts';
import type { DocumentCallbacks, PaintedComment } from './panel-types.ts';
import { hasSelection, selectWords } from './select-words.ts';
import { commentableAt, selectElement } from './selection.ts';

/** The keys of the document while it has the focus. */
export function listenToKeys(article: HTMLElement, deps: KeyDeps): () => void {
  const handlers = createKeyHandlers(article, deps);
  const onKey = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (ownsKeys(event.target, article, event.key)) return;
    if (act(event, handlers)) event.preventDefault();
  };
  article.addEventListener('keydown', onKey);
  return () => article.removeEventListener('keydown', onKey);
}

function act({ key, shiftKey }: KeyboardEvent, handlers: KeyHandlers): boolean {
  switch (key) {
    case 'j':
    case 'J':
    case 'ArrowDown':
      handlers.move(1, shiftKey);
      return true;
    case 'k':
    case 'K':
    case 'ArrowUp':
      handlers.move(-1, shiftKey);
      return true;
    case 'ArrowRight':
    case 'ArrowLeft':
      return handlers.word(key === 'ArrowRight' ? 1 : -1, shiftKey);
    case 'h':
    case 'H':
      handlers.heading(shiftKey ? -1 : 1);
      return true;
    case 'Home':
      handlers.edge('first');
      return true;
    case 'End':
      handlers.edge('last');
      return true;
    case 'c':
      return handlers.comment();
    case 'Enter':
      return handlers.open();
    case 'Escape':
      return handlers.cancel();
    default:
      return false;
  }
}

/** Links keep Enter and check boxes keep the space bar; all other keys belong to the document. */
function ownsKeys(target: EventTarget | null, article: HTMLElement, key: string): boolean {
  if (!(target instanceof Element) || target === article) return false;
  return target.closest('a[href],input,summary') !== null && (key === 'Enter' || key === ' ');
}

interface KeyHandlers {
  readonly move: (by: 1 | -1, extend: boolean) => void;
  /** `false` when the key is to scroll. */
  readonly word: (by: 1 | -1, extend: boolean) => boolean;
  readonly heading: (by: 1 | -1) => void;
  readonly edge: (which: 'first' | 'last') => void;
  readonly comment: () => boolean;
  /** Opens the comment at the cursor, else starts a new one. */
  readonly open: () => boolean;
  /** `false` when there was nothing to close. */
  readonly cancel: () => boolean;
}

interface KeyDeps {
  readonly list: BlockList;
  readonly cursor: Cursor;
  readonly callbacks: DocumentCallbacks;
  readonly selectionOrCursor: () => MarkdownAnchor | null;
  readonly comments: () => readonly PaintedComment[];
}

function createKeyHandlers(article: HTMLElement, deps: KeyDeps): KeyHandlers {
  const { list, cursor, callbacks, selectionOrCursor, comments } = deps;
  const comment = () => {
    const anchor = selectionOrCursor();
    if (anchor !== null) callbacks.onComment(anchor);
    return anchor !== null;
  };
  return {
    move: cursor.move,
    word: (by, extend) =>
      (extend || hasSelection(article)) && selectWords(article, cursor.range(), by, extend),
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
      if (hasSelection(article)) {
        getSelection()?.removeAllRanges();
        return true;
      }
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

/** In pixels: a hand that clicks is not quite still. */
export const stillness = 4;

/** A click in the document follows a link, toggles a task or opens the comment at that point. */
export function listenToClicks(article: HTMLElement, deps: ClickDeps): () => void {
  const handlers = createClickHandlers(deps);
  const closing = new AbortController();
  const { signal } = closing;
  let pressed = { x: 0, y: 0 };
  article.addEventListener(
    'pointerdown',
    ({ clientX: x, clientY: y }) => {
      pressed = { x, y };
    },
    { signal },
  );
  /** The browser makes a click also of a drag that selects words inside one link. */
  const isDrag = ({ clientX, clientY, detail }: MouseEvent) =>
    detail > 0 &&
    Math.hypot(clientX - pressed.x, clientY - pressed.y) > stillness &&
    document.getSelection()?.isCollapsed === false;
  const onClick = (event: MouseEvent) => {
    const { target } = event;
    if (!(target instanceof Element)) return;
    const foreign = target.closest('.picture-open')?.closest<HTMLElement>('.picture') ?? null;
    const link = target.closest('a');
    const checkbox = target.closest('input');
    if (foreign !== null) handlers.follow(foreign.dataset.address ?? '');
    else if (link !== null) {
      // Prevented for every button and key: the frame of the view must never navigate.
      event.preventDefault();
      const href = link.getAttribute('href');
      if (href !== null && !isDrag(event)) handlers.follow(href);
    } else if (checkbox !== null) {
      // The box shows the state in the file, which has not changed yet.
      event.preventDefault();
      handlers.toggle(checkbox);
    } else if (event.button === 0) handlers.point(event.clientX, event.clientY, target);
  };
  article.addEventListener('click', onClick, { signal });
  article.addEventListener(
    'auxclick',
    (event) => {
      if (event.button === 1 && event.target instanceof Element && event.target.closest('a')) onClick(event);
    },
    { signal },
  );
  return () => closing.abort();
}

interface ClickHandlers {
  readonly follow: (href: string) => void;
  readonly toggle: (checkbox: Element) => void;
  readonly point: (x: number, y: number, target: Node) => void;
}

interface ClickDeps {
  readonly list: BlockList;
  readonly cursor: Cursor;
  readonly callbacks: DocumentCallbacks;
  readonly painter: Painter;
  readonly scrollToFragment: (fragment: string) => boolean;
}

function createClickHandlers({
  list,
  cursor,
  callbacks,
  painter,
  scrollToFragment,
}: ClickDeps): ClickHandlers {
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

/** The offset of the character between the brackets of a task; `null` when there is none. */
function taskOffset(checkbox: Element, list: BlockList): number | null {
  const entry = list.entryOf(checkbox);
  const item = checkbox.closest('li.task');
  if (entry === null || item === null) return null;
  const map = list.mapOf(entry);
  // The mark is the last one before the first word of the task, and after the words before it.
  const count = map.text.countAt(item, 0, 'start');
  const words = map.text.words.length;
  const end = count < words ? map.sourceOf(count, count + 1).start : entry.block.end;
  const start = count > 0 ? map.sourceOf(count - 1, count).end : entry.block.start;
  const marks = [
    ...list
      .text()
      .slice(start, end)
      .matchAll(/\[[ \txX]\]/g),
  ];
  const mark = marks.at(-1);
  return mark === undefined ? null : start + mark.index + 1;
}
