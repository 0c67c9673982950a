/** A pane in a page, and what it told. */
import { vi } from 'vitest';

import type { MarkdownAnchor } from '@annotate-mcp/core';
import { tokens } from '@annotate-mcp/overlay/ui';

import { createDocumentPane, type DocumentPane, type PaintedComment, type PaneCallbacks } from '../pane.ts';

export interface PanePage {
  readonly pane: DocumentPane;
  readonly selected: (MarkdownAnchor | null)[];
  readonly commented: MarkdownAnchor[];
  readonly activated: string[];
  readonly links: string[];
  readonly toggled: number[];
  readonly layouts: () => number;
}

let open: PanePage | null = null;

export function openPane(text: string, callbacks: Partial<PaneCallbacks> = {}): PanePage {
  closePane();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(tokens);
  document.adoptedStyleSheets = [sheet];
  const host = document.createElement('main');
  document.body.replaceChildren(host);
  const told = { selected: [], commented: [], activated: [], links: [], toggled: [] } as Pick<
    PanePage,
    'selected' | 'commented' | 'activated' | 'links' | 'toggled'
  >;
  let layouts = 0;
  const pane = createDocumentPane(host, {
    onSelect: (anchor) => told.selected.push(anchor),
    onComment: (anchor) => told.commented.push(anchor),
    onActivate: (id) => told.activated.push(id),
    onLayout: () => (layouts += 1),
    onLink: (href) => told.links.push(href),
    onToggleTask: (offset) => told.toggled.push(offset),
    loadAsset: () => Promise.reject(new Error('not in this test')),
    ...callbacks,
  });
  pane.setText(text);
  open = { pane, ...told, layouts: () => layouts };
  return open;
}

export function closePane(): void {
  open?.pane.destroy();
  open = null;
}

/** All of it; the blocks out of sight come when the browser has nothing else to do. */
export async function allRendered({ element }: DocumentPane): Promise<HTMLElement> {
  await vi.waitUntil(() => element.querySelector('[data-waiting]') === null, { timeout: 20_000 });
  return element;
}

/** A range over these words as they are shown, wherever element borders cross them. */
export function wordsRange(root: Element, words: string): Range {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) nodes.push(node as Text);
  const start = nodes
    .map(({ data }) => data)
    .join('')
    .indexOf(words);
  if (start === -1) throw new Error(`The document does not show “${words}”.`);
  const range = new Range();
  let at = 0;
  for (const node of nodes) {
    const from = start - at;
    const to = start + words.length - at;
    if (from >= 0 && from < node.length) range.setStart(node, from);
    if (to > 0 && to <= node.length) range.setEnd(node, to);
    at += node.length;
  }
  return range;
}

export function select(range: Range): void {
  const selection = document.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** A comment on this part of the source. */
export function commentOn(text: string, quote: string, more: Partial<PaintedComment> = {}): PaintedComment {
  const start = text.indexOf(quote);
  if (start === -1) throw new Error(`The text does not say “${quote}”.`);
  const anchor: MarkdownAnchor = {
    line_start: 1,
    line_end: 1,
    char_start: start,
    char_end: start + quote.length,
    block_id: '',
    quote,
    context_before: '',
    context_after: '',
  };
  return { id: quote, anchor, anchorState: 'placed', status: 'pending', active: false, ...more };
}
