/** Draws formulas and diagrams. Until the code for that is loaded, or when it fails, their source is shown. */
import { SerialQueue } from '@annotate-mcp/core';

import type { AssetName } from '../document/panel-types.ts';

import { diagramPicture } from './diagram.ts';
import { formulaNodes } from './formula.ts';
import { runAsset } from './run-asset.ts';

export interface Rich {
  /** Draws the formulas and diagrams of this block when the code is loaded. */
  readonly draw: (block: HTMLElement) => void;
  /** Draws the diagrams again, for another theme. */
  readonly redraw: () => void;
  /** Resolves when everything that was begun is drawn, or has failed. */
  readonly settled: () => Promise<void>;
  readonly close: () => void;
}

export interface RichOptions {
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
