/** Renders the document, draws comments on it and reports selections. It does not know threads, hosts and servers. */
import { createRich } from '../render/rich.ts';

import { anchorOfRange } from './anchor-of-range.ts';
import { createBlockList } from './block-list.ts';
import { boxesOf, followLayout } from './boxes.ts';
import { createChangePainter } from './change-painter.ts';
import { listenToClicks } from './clicks.ts';
import { createCursor } from './cursor.ts';
import { clickCommands, keyCommands } from './input-commands.ts';
import { listenToKeys } from './keys.ts';
import { renderLazily } from './lazy-blocks.ts';
import { outlineOf } from './outline.ts';
import { createPainter } from './painter.ts';
import type { DocumentPanel, PaintedComment, DocumentCallbacks } from './panel-types.ts';
import { createScrolling, scrollerOf } from './scroll.ts';
import { reachScrollables } from './scrollables.ts';
import { followSelection } from './selection.ts';
import { adoptStyles } from './styles.ts';
import { bringSpan, spanOfTarget } from './targets.ts';
import { followTheme, isDark } from './theme.ts';

/** Draws into `host`, which is empty, until the panel is destroyed. */
export function createDocumentPanel(host: HTMLElement, callbacks: DocumentCallbacks): DocumentPanel {
  const article = createArticle(host);
  const unstyle = adoptStyles();
  const parts = createPanelParts(article, callbacks);
  const { list, lazy, painter, scrolling, layout } = parts;
  let comments: readonly PaintedComment[] = [];
  const { selectionOrCursor, close } = listen(article, parts, callbacks, () => comments);

  return {
    element: article,
    setText(text) {
      list.setText(text);
      lazy.refresh();
      painter.refresh();
      layout.soon();
    },
    paint(next) {
      comments = next;
      painter.show(next);
      layout.soon();
    },
    showChanges: parts.changes.show,
    scrollToChange: parts.changes.scrollTo,
    scrollTo(target) {
      const span = spanOfTarget(target, list, comments);
      if (span !== null) bringSpan(span, list, scrolling);
      return span !== null;
    },
    flash(target) {
      const span = spanOfTarget(target, list, comments);
      if (span !== null) painter.flash(span);
      return span !== null;
    },
    selection: selectionOrCursor,
    boxes: () => boxesOf(comments, list, painter, article),
    outline: () => outlineOf(list),
    focus: () => article.focus({ preventScroll: true }),
    destroy() {
      close();
      unstyle();
      article.remove();
    },
  };
}

function createArticle(host: HTMLElement): HTMLElement {
  const article = document.createElement('article');
  article.className = 'document';
  article.tabIndex = 0;
  article.setAttribute('aria-label', 'Document');
  host.append(article);
  return article;
}

type PanelParts = ReturnType<typeof createPanelParts>;

function createPanelParts(article: HTMLElement, callbacks: DocumentCallbacks) {
  const scroller = scrollerOf(article);
  const scrolling = createScrolling(scroller);
  let unpainted = false;
  const layout = followLayout(article, () => {
    if (unpainted) painter.refresh();
    unpainted = false;
    callbacks.onLayout();
  });
  const changed = () => {
    unpainted = true;
    layout.soon();
  };
  const rich = createRich({
    loadAsset: callbacks.loadAsset,
    isDark,
    onDrawn(element) {
      const entry = list.entryOf(element);
      if (entry !== null) entry.map = null;
      changed();
    },
  });
  const scrollables = reachScrollables();
  const list = createBlockList(article, (entry) => {
    rich.draw(entry.element);
    scrollables.watch(entry.element);
    changed();
  });
  const painter = createPainter(list, article);
  const lazy = renderLazily(list, scroller);
  const cursor = createCursor(list, scroller, scrolling);
  const changes = createChangePainter({ list, scroller, scrolling, onDrawn: changed });
  return { scrolling, scrollables, layout, rich, list, painter, lazy, cursor, changes };
}

/** Connects the parts with keys, clicks and selections. */
function listen(
  article: HTMLElement,
  parts: PanelParts,
  callbacks: DocumentCallbacks,
  comments: () => readonly PaintedComment[],
) {
  const { list, cursor, painter, scrolling, scrollables, layout, rich, lazy } = parts;
  const selected = followSelection(list, article, callbacks.onSelect);
  const selectionOrCursor = () => {
    const range = cursor.range();
    return selected.anchor() ?? (range && anchorOfRange(list, article, range));
  };
  const undo = [
    scrolling.stop,
    scrollables.close,
    layout.close,
    rich.close,
    painter.close,
    parts.changes.close,
    lazy.close,
    selected.close,
    followTheme(rich.redraw),
    listenToKeys(article, keyCommands({ list, cursor, callbacks, selectionOrCursor, comments })),
    listenToClicks(article, clickCommands({ list, cursor, callbacks, painter, scrolling })),
  ];
  return {
    selectionOrCursor,
    close: () => {
      for (const step of undo) step();
    },
  };
}
