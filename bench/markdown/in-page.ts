/** Functions that run in the page. Only types may be imported, because each function is sent as source text. */
import type { createParser } from '@annotate-mcp/markdown';

interface Pane {
  setText(text: string): void;
  paint(comments: readonly unknown[]): void;
  scrollTo(target: { quote: string }): boolean;
  selection(): { quote: string; line_start: number } | null;
  destroy(): void;
}

declare global {
  var __markdown: {
    readonly createDocumentPanel: (host: HTMLElement, callbacks: Record<string, () => unknown>) => Pane;
    readonly adoptViewStyles: () => void;
    readonly createParser: typeof createParser;
    readonly parse: () => { document(): { write(chunks: unknown): unknown } };
    readonly postprocess: (events: unknown) => readonly unknown[];
    readonly preprocess: () => (text: string, encoding: string, end: boolean) => unknown;
  };
  var __pane: Pane | undefined;
}

/** Milliseconds until the frame that shows the text is on the screen. */
export async function showInPane(text: string): Promise<number> {
  globalThis.__pane?.destroy();
  const host = document.querySelector<HTMLElement>('main');
  if (host === null) throw new Error('The page has no place for the text.');
  host.replaceChildren();
  const nothing = () => undefined;
  const callbacks = Object.fromEntries(
    ['onSelect', 'onComment', 'onActivate', 'onLayout', 'onLink', 'onToggleTask'].map((name) => [
      name,
      nothing,
    ]),
  );
  const began = performance.now();
  const pane = globalThis.__markdown.createDocumentPanel(host, {
    ...callbacks,
    loadAsset: async () => '',
    loadPicture: () => Promise.reject(new Error('There are no pictures here.')),
  });
  globalThis.__pane = pane;
  pane.setText(text);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - began;
}

/** The same document with one `innerHTML` and the same styles. */
export async function showAtOnce(text: string): Promise<number> {
  globalThis.__pane?.destroy();
  globalThis.__pane = undefined;
  const host = document.querySelector<HTMLElement>('main');
  if (host === null) throw new Error('The page has no place for the text.');
  host.replaceChildren();
  const began = performance.now();
  const article = document.createElement('article');
  article.className = 'document';
  article.innerHTML = globalThis.__markdown.createParser().render(text);
  host.append(article);
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  return performance.now() - began;
}

/** Milliseconds from a selection to its range in the source; `null` when it was not found. */
export function mapSelection({ near, words }: { near: string; words: string }): number | null {
  const pane = globalThis.__pane;
  if (pane?.scrollTo({ quote: near }) !== true) return null;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const start = node.textContent?.indexOf(words) ?? -1;
    if (start === -1) continue;
    const range = document.createRange();
    range.setStart(node, start);
    range.setEnd(node, start + words.length);
    document.getSelection()?.removeAllRanges();
    document.getSelection()?.addRange(range);
    const began = performance.now();
    const anchor = pane.selection();
    const ms = performance.now() - began;
    return anchor?.quote === words ? ms : null;
  }
  return null;
}

/** Time of the parser that reports the offset of each character, for the whole document and without any lookup. */
export function mapDocument(text: string): void {
  const { parse, postprocess, preprocess } = globalThis.__markdown;
  const events = postprocess(
    parse()
      .document()
      .write(preprocess()(text, 'utf8', true)),
  );
  if (events.length === 0) throw new Error('The parser found nothing.');
}
