/** Draws formulas and diagrams. Until the code for that is loaded, or when it fails, their source is shown. */
import createPurifier from 'dompurify';

import { SerialQueue } from '@annotate-mcp/core';

import type { AssetName } from '../document/panel-types.ts';

interface Rich {
  /** Draws the formulas and diagrams of this block when the code is loaded. */
  readonly draw: (block: HTMLElement) => void;
  /** Draws the diagrams again, for another theme. */
  readonly redraw: () => void;
  /** Resolves when everything that was begun is drawn, or has failed. */
  readonly settled: () => Promise<void>;
  readonly close: () => void;
}

interface RichOptions {
  readonly loadAsset: (name: AssetName) => Promise<string>;
  readonly isDark: () => boolean;
  /** The element was drawn; its words are unchanged. */
  readonly onDrawn: (element: Element) => void;
}

const formulas = '.math';
const diagrams = 'pre:has(> code.language-mermaid)';

export function createRich({ loadAsset, isDark, onDrawn }: RichOptions): Rich {
  const loads = new Map<AssetName, Promise<void>>();
  const drawn = new Set<WeakRef<Element>>();
  let closed = false;
  const running = new Set<Promise<void>>();
  const track = (drawing: Promise<void>) => {
    const ended = drawing.finally(() => running.delete(ended));
    running.add(ended);
  };
  // One after the other, because mermaid has global state.
  const diagramQueue = new SerialQueue();

  const loaded = (name: AssetName) => {
    const load = loads.get(name) ?? runAsset(name, loadAsset);
    loads.set(name, load);
    return load;
  };
  const settle = async (element: Element, work: () => Promise<Node>) => {
    try {
      show(element, await work());
    } catch (cause) {
      showProblem(element, cause);
    }
    if (!closed) onDrawn(element);
  };
  const drawFormula = (element: Element) =>
    settle(element, async () => {
      await loaded('katex');
      const tex = sourceOf(element);
      const html = globalThis.annotateMcpKatex?.(tex, element.matches('.math-display'));
      return formulaNodes(html ?? missing('katex'));
    });
  const drawDiagram = (element: Element) => {
    track(
      diagramQueue.run(() =>
        settle(element, async () => {
          await loaded('mermaid');
          const source = sourceOf(element);
          const svg = await globalThis.annotateMcpMermaid?.(source, isDark());
          return diagramPicture(svg ?? missing('mermaid'), source);
        }),
      ),
    );
  };

  return {
    draw(block) {
      for (const element of block.querySelectorAll(formulas)) track(drawFormula(withSource(element)));
      for (const element of block.querySelectorAll(diagrams)) {
        drawn.add(new WeakRef(element));
        drawDiagram(withSource(element));
      }
    },
    redraw() {
      for (const reference of drawn) {
        const element = reference.deref();
        if (element?.isConnected === true) drawDiagram(element);
        else drawn.delete(reference);
      }
    },
    async settled() {
      await Promise.all(running);
    },
    close: () => (closed = true),
  };
}

/** The source stays in the element, hidden once it is drawn, because anchors are offsets in it. */
function withSource(element: Element): Element {
  const source = document.createElement('span');
  source.dataset.source = '';
  source.append(...element.childNodes);
  element.append(source);
  return element;
}

function sourceOf(element: Element): string {
  return element.querySelector('[data-source]')?.textContent ?? '';
}

function show(element: Element, nodes: Node): void {
  const added = document.createElement('span');
  added.dataset.added = '';
  added.append(nodes);
  element.querySelector('[data-added]')?.remove();
  element.querySelector('[data-source]')?.setAttribute('hidden', '');
  element.removeAttribute('data-problem');
  element.removeAttribute('title');
  element.setAttribute('data-atom', element.matches('pre') ? 'diagram' : 'formula');
  element.append(added);
}

function showProblem(element: Element, cause: unknown): void {
  element.querySelector('[data-added]')?.remove();
  element.querySelector('[data-source]')?.removeAttribute('hidden');
  element.removeAttribute('data-atom');
  element.setAttribute('data-problem', '');
  element.setAttribute('title', cause instanceof Error ? cause.message : String(cause));
}

function missing(name: AssetName): never {
  throw new Error(`${name}.js was run and did not arrive. The page’s policy may not allow it.`);
}

/** The MathML of KaTeX's output, sanitised like any other HTML. */
function formulaNodes(html: string): DocumentFragment {
  return createPurifier(window).sanitize(html, {
    USE_PROFILES: { mathMl: true },
    ADD_TAGS: ['semantics'],
    // The source is in the document already.
    FORBID_TAGS: ['annotation', 'annotation-xml'],
    FORBID_CONTENTS: ['annotation', 'annotation-xml'],
    FORBID_ATTR: ['style', 'class', 'href'],
    RETURN_DOM_FRAGMENT: true,
  });
}

/**
 * Shows a diagram as an image: whatever its source contains, an image runs no script, loads nothing, and its styles do
 * not apply to the page.
 */
function diagramPicture(svg: string, words: string): HTMLImageElement {
  const root = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
  if (root === null) throw new Error('The diagram is empty.');
  const [, , width = 0, height = 0] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number);
  const picture = document.createElement('img');
  if (width > 0 && height > 0) {
    root.setAttribute('width', String(width));
    root.setAttribute('height', String(height));
    picture.width = Math.ceil(width);
    picture.height = Math.ceil(height);
    // On a narrow screen it is scrolled instead of being made too small to read.
    picture.style.minInlineSize = `min(${Math.ceil(width)}px, 520px)`;
  }
  // The source came through an HTML parser, which accepts more than the XML parser for images does.
  const xml = new XMLSerializer().serializeToString(root);
  picture.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(xml)}`;
  picture.alt = words;
  return picture;
}

/**
 * Runs a script that was loaded as text. It uses an element instead of `eval`, which the policies of hosts forbid; where
 * the policy requires a nonce, the nonce of the view's own script is used.
 */
async function runAsset(name: AssetName, load: (name: AssetName) => Promise<string>): Promise<void> {
  const script = document.createElement('script');
  script.textContent = await load(name);
  const own = document.querySelector<HTMLScriptElement>('script[nonce]');
  if (own !== null) script.nonce = own.nonce;
  document.head.append(script);
  script.remove();
}
