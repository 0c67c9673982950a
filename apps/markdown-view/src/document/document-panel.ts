/** Renders the document, draws comments on it and reports selections. It does not know threads, hosts and servers. */
import { createPictures } from '../render/pictures.ts';
import { createRich } from '../render/rich.ts';

import { anchorOfRange } from './anchor-of-range.ts';
import { createBlockList } from './block-list.ts';
import { boxesOf, followLayout } from './boxes.ts';
import { createChangePainter } from './change-painter.ts';
import changesCss from './changes.css?inline';
import { createCursor } from './cursor.ts';
import documentCss from './document.css?inline';
import { createFolds } from './folds.ts';
import { highlightStyles } from './highlight-styles.ts';
import { listenToClicks, listenToKeys } from './input.ts';
import { currentHeading, elementFor, outlineOf, positionOf } from './outline.ts';
import { createPainter } from './painter.ts';
import { type DocumentCallbacks, type DocumentPanel, type PaintedComment, topSpace } from './panel-types.ts';
import { preparePrint } from './prepare-print.ts';
import readingCss from './reading.css?inline';
import { renderLazily } from './render-lazily.ts';
import { createScrolling, reachScrollables, scrollerOf, seenIn } from './scroll.ts';
import { selectFromLinks } from './select-from-link.ts';
import { commentableAt, followSelection, rangeAround } from './selection.ts';
import { bringSpan, spanOfTarget } from './targets.ts';
import { createTextFinder } from './text-finder.ts';

/** Draws into `host`, which is empty, until the panel is destroyed. */
export function createDocumentPanel(host: HTMLElement, callbacks: DocumentCallbacks): DocumentPanel {
  const article = createArticle(host);
  const unstyle = adoptStyles();
  const parts = createPanelParts(article, callbacks);
  const { list, lazy, painter, scrolling, layout, folds } = parts;
  let comments: readonly PaintedComment[] = [];
  const { selectionOrCursor, close } = listen(article, parts, callbacks, () => comments);

  return {
    element: article,
    setText(text) {
      list.setText(text);
      folds.refresh();
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
      if (span !== null) bringSpan(span, list, scrolling, folds.unfold);
      return span !== null;
    },
    flash(target) {
      const span = spanOfTarget(target, list, comments);
      if (span !== null) painter.flash(span);
      return span !== null;
    },
    selection: selectionOrCursor,
    boxes: () => boxesOf(comments, list, painter, article),
    ...readingOf(article, parts),
    focus: () => article.focus({ preventScroll: true }),
    destroy() {
      close();
      unstyle();
      article.remove();
    },
  };
}

type Reading = Pick<
  DocumentPanel,
  | 'outline'
  | 'currentHeading'
  | 'scrollToFragment'
  | 'position'
  | 'moveTo'
  | 'find'
  | 'showFound'
  | 'reloadPicture'
  | 'preparePrint'
  | 'loadAll'
>;

/** What a reader needs besides commenting. */
function readingOf(article: HTMLElement, parts: PanelParts): Reading {
  const { list, scroller, scrolling, finder, pictures, rich, folds, painter, scrollToFragment, alignTop } =
    parts;
  return {
    outline: () => outlineOf(list),
    currentHeading: () => currentHeading(list, scroller),
    scrollToFragment,
    position: () => positionOf(list, scroller),
    moveTo({ blockId, offset }) {
      const entry = list.entries().find(({ block }) => block.id === blockId);
      if (entry === undefined) return;
      list.ensure(entry);
      alignTop(entry.element, offset);
    },
    find: finder.find,
    showFound(index) {
      const range = finder.show(index);
      if (range === null) return;
      folds.unfold(range.startContainer);
      scrolling.bring(() => boxAround(range), false);
    },
    reloadPicture: pictures.reload,
    preparePrint: (ids) => preparePrint(ids, { list, painter, article }),
    async loadAll() {
      for (const entry of list.entries()) list.ensure(entry);
      await Promise.all([pictures.loadAll(), rich.settled()]);
    },
  };
}

/** A range that is not drawn, such as the source of a diagram, is shown by the element around it. */
function boxAround(range: Range): DOMRect {
  const box = range.getBoundingClientRect();
  const section = range.startContainer.parentElement?.closest('section');
  return box.height > 0 || !section ? box : section.getBoundingClientRect();
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
  const pictures = createPictures({ article, scroller, load: callbacks.loadPicture, onDrawn: changed });
  const list = createBlockList(article, (entry) => {
    rich.draw(entry.element);
    pictures.watch(entry.element);
    folds.rendered(entry);
    scrollables.watch(entry.element);
    changed();
  });
  const folds = createFolds(list, article);
  const finder = createTextFinder(list);
  const painter = createPainter(list, article);
  const lazy = renderLazily(list, scroller);
  const cursor = createCursor(list, scroller, scrolling);
  const changes = createChangePainter({ list, scroller, scrolling, unfold: folds.unfold, onDrawn: changed });
  const alignTop = (element: Element, offset: number) => {
    folds.unfold(element);
    scrolling.keep(() => element.getBoundingClientRect().top + offset - seenIn(scroller).top);
  };
  const scrollToFragment = (fragment: string) => {
    const element = elementFor(fragment, list);
    if (element === null) return false;
    alignTop(element, -topSpace);
    return true;
  };
  return {
    scroller,
    scrolling,
    scrollables,
    layout,
    rich,
    pictures,
    folds,
    finder,
    list,
    painter,
    lazy,
    cursor,
    changes,
    alignTop,
    scrollToFragment,
  };
}

/** Connects the parts with keys, clicks and selections. */
function listen(
  article: HTMLElement,
  parts: PanelParts,
  callbacks: DocumentCallbacks,
  comments: () => readonly PaintedComment[],
) {
  const { list, cursor, painter, scrolling, scrollables, layout, rich, lazy } = parts;
  const { pictures, folds, finder, scrollToFragment } = parts;
  const selected = followSelection(list, article, callbacks.onSelect);
  const selectionOrCursor = () => {
    const focused = commentableAt(document.activeElement);
    const range = focused !== null && article.contains(focused) ? rangeAround(focused) : cursor.range();
    return selected.anchor() ?? (range && anchorOfRange(list, article, range));
  };
  const undo = [
    scrolling.stop,
    scrollables.close,
    layout.close,
    rich.close,
    pictures.close,
    folds.close,
    finder.clear,
    painter.close,
    parts.changes.close,
    lazy.close,
    selected.close,
    selectFromLinks(article),
    followTheme(rich.redraw),
    listenToKeys(article, { list, cursor, callbacks, selectionOrCursor, comments }),
    listenToClicks(article, { list, cursor, callbacks, painter, scrollToFragment }),
  ];
  return {
    selectionOrCursor,
    close: () => {
      for (const step of undo) step();
    },
  };
}

/** The theme in the same order as for the tokens: the root element's, else the system's. */
function isDark(): boolean {
  return getComputedStyle(document.documentElement).colorScheme === 'dark';
}

function followTheme(onChange: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)');
  let dark = isDark();
  const check = () => {
    if (dark === isDark()) return;
    dark = !dark;
    onChange();
  };
  const forced = new MutationObserver(check);
  forced.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', check);
  return () => {
    forced.disconnect();
    system.removeEventListener('change', check);
  };
}

/** Adopted style sheets work under every content security policy. */
function adoptStyles(): () => void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync([documentCss, readingCss, highlightStyles, changesCss].join(''));
  document.adoptedStyleSheets.push(sheet);
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
}
