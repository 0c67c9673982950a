/** A document panel in a test page, and what it reported. */
import { vi } from 'vitest';

import type { MarkdownAnchor } from '@annotate-mcp/core';
import { tokens } from '@annotate-mcp/overlay/ui';

import { createDocumentPanel } from '../document-panel.ts';
import type { DocumentCallbacks, DocumentPanel, PaintedComment } from '../panel-types.ts';

export interface PanelPage {
  readonly panel: DocumentPanel;
  readonly selected: (MarkdownAnchor | null)[];
  readonly commented: MarkdownAnchor[];
  readonly activated: string[];
  readonly links: string[];
  readonly toggled: number[];
  readonly layouts: () => number;
}

let open: PanelPage | null = null;

export function openPanel(text: string, callbacks: Partial<DocumentCallbacks> = {}): PanelPage {
  closePanel();
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(tokens);
  document.adoptedStyleSheets = [sheet];
  const host = document.createElement('main');
  document.body.replaceChildren(host);
  const reported = { selected: [], commented: [], activated: [], links: [], toggled: [] } as Pick<
    PanelPage,
    'selected' | 'commented' | 'activated' | 'links' | 'toggled'
  >;
  let layouts = 0;
  const panel = createDocumentPanel(host, {
    onSelect: (anchor) => reported.selected.push(anchor),
    onComment: (anchor) => reported.commented.push(anchor),
    onActivate: (id) => reported.activated.push(id),
    onLayout: () => (layouts += 1),
    onLink: (href) => reported.links.push(href),
    onToggleTask: (offset) => reported.toggled.push(offset),
    loadAsset: () => Promise.reject(new Error('not in this test')),
    loadPicture: () => Promise.reject(new Error('not in this test')),
    ...callbacks,
  });
  panel.setText(text);
  open = { panel, ...reported, layouts: () => layouts };
  return open;
}

export function closePanel(): void {
  open?.panel.destroy();
  open = null;
}

/** Waits until all blocks are rendered; those outside the viewport are rendered when the browser is idle. */
export async function allRendered({ element }: DocumentPanel): Promise<HTMLElement> {
  await vi.waitUntil(() => element.querySelector('[data-waiting]') === null, { timeout: 20_000 });
  return element;
}

/** A range over these words as they are shown, across element borders. */
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

/** A painted comment on this part of the source. */
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
