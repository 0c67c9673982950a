/** Reads how the page is drawn now, as far as that is compared. Changes nothing, and lets the page work in between. */
import type { LayoutElement, PageLayout } from '@annotate-mcp/core';
import { redactText } from '@annotate-mcp/page-facts';
import { holdsSecret } from '@annotate-mcp/page-facts/dom';

import { isOwnNode } from '../capture/picture-frame.ts';
import { isElement, outwards } from '../inspectors/dom-tree.ts';
import { isPrivate } from '../inspectors/private-parts.ts';
import { isEditingHost } from '../looks/typed.ts';

import { type PassingStates, readPassingStates } from './passing-states.ts';
import { fingerprint, fingerprintStyles, inheritedIn, readStyles } from './read-styles.ts';

const mostElements = 3_000;
/** Kept for the target, wherever it is on a longer page. */
const reserved = 500;
/** Elements of the target whose styles are kept by name. */
const mostStyled = 60;
const longestText = 80;

/** In milliseconds: less than a frame, so that the page stays smooth. */
const sliceMs = 10;

export interface TakenLayout {
  readonly layout: PageLayout;
  /** By index: the element of the page; that of `::before` and `::after` is the one that has it. */
  readonly elements: readonly Element[];
}

export async function takeLayout(targets: readonly Element[], document: Document): Promise<TakenLayout> {
  const { defaultView, documentElement } = document;
  const layout: PageLayout = {
    conditions: {
      width: defaultView?.innerWidth ?? 0,
      dark: defaultView?.matchMedia('(prefers-color-scheme: dark)').matches ?? false,
    },
    elements: [],
  };
  if (defaultView === null) return { layout, elements: [] };
  const walk = new LayoutWalk(layout, targets, defaultView, readPassingStates(document));
  const root = { index: -1, nth: 1, box: new DOMRect(), isInside: false, isMoving: false, ignored: none };
  await walk.run({ element: documentElement, parent: root });
  return { layout: walk.isCut ? { ...layout, isCut: true } : layout, elements: walk.elements };
}

const none: ReadonlySet<string> = new Set();

/** An element that is still to be read. */
interface WaitingElement {
  readonly element: Element;
  readonly parent: Parent;
}

interface Parent {
  readonly index: number;
  readonly nth: number;
  readonly box: DOMRect;
  readonly inShadow?: true;
  readonly scroller?: Element;
  readonly isInside: boolean;
  /** An animation moves it, and with it what is inside. */
  readonly isMoving: boolean;
  /** Inherited properties that a passing state has set on an element around. */
  readonly ignored: ReadonlySet<string>;
}

const notDrawn =
  /^(?:script|style|link|meta|head|noscript|template|title|base|source|track|br|nga-overlay|nextjs-portal|next-route-announcer|astro-dev-toolbar|svelte-announcer)$/;

class LayoutWalk {
  readonly #layout: PageLayout;
  readonly #targets: readonly Element[];
  readonly #around: ReadonlySet<Element>;
  readonly #window: Window & typeof globalThis;
  #states: PassingStates;
  #styled = 0;
  readonly elements: Element[] = [];
  isCut = false;

  constructor(
    layout: PageLayout,
    targets: readonly Element[],
    pageWindow: Window & typeof globalThis,
    states: PassingStates,
  ) {
    this.#layout = layout;
    this.#targets = targets;
    this.#around = new Set(targets.flatMap((target) => [...outwards(target)]));
    this.#window = pageWindow;
    this.#states = states;
  }

  async run(first: WaitingElement): Promise<void> {
    // Last in, first out: an element comes before its children, and these before its siblings.
    const waiting = [first];
    let pauseAt = performance.now() + sliceMs;
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      waiting.push(...this.#read(next).reverse());
      if (performance.now() < pauseAt) continue;
      await new Promise((resolve) => setTimeout(resolve));
      // What comes under the pointer in between would look changed otherwise.
      if (!this.#states.isCurrent()) this.#states = readPassingStates(this.#window.document);
      pauseAt = performance.now() + sliceMs;
    }
  }

  /** Adds the element to the layout. Returns its children. */
  #read({ element, parent }: WaitingElement): WaitingElement[] {
    const isTarget = this.#targets.includes(element);
    const isInside = parent.isInside || isTarget;
    const isAround = !isInside && this.#around.has(element);
    if (notDrawn.test(element.localName) || isOwnNode(element) || !this.#hasRoom(isInside || isAround))
      return [];
    const style = this.#window.getComputedStyle(element);
    // It is empty where the element has left the page meanwhile.
    if (style.display === 'none' || style.display === '') return [];
    const animated = this.#states.animatedOf(element);
    const ignored = new Set([...this.#states.propertiesOf(element), ...parent.ignored, ...animated]);
    const unread = new Set([...ignored, ...this.#states.setByOverlay]);
    const isMoving = parent.isMoving || [...animated].some((name) => movingNames.test(name));
    // Styles of the target are compared one by one, so that those of the moment are just left out.
    const isStyled = isInside && this.#styled++ < mostStyled;
    const box = style.display === 'contents' ? parent.box : this.#pageBox(element);
    const described: LayoutElement = {
      parent: parent.index,
      tag: element.localName,
      nth: parent.nth,
      ...(parent.inShadow && { inShadow: true }),
      ...identityOf(element),
      ...(isInside || isAround || !isEditingHost(element) ? contentOf(element) : {}),
      ...fingerprintStyles(element, style),
      box: relativeBox(box, parent, style.position, this.#window),
      ...(isTarget && { role: 'target' }),
      ...(isAround && { role: 'around' }),
      ...(isStyled && { styles: readStyles(element, style, unread) }),
      ...(isStyled && isMoving && { moving: true }),
      ...(!isStyled && (isMoving || ignored.size > 0) && { unsteady: true }),
    };
    const index = this.#add(described, element);
    for (const part of generatedParts) this.#readGenerated(element, part, index, isStyled ? unread : null);
    if (isPrivate(element)) return [];
    // What the person writes beside the target is no change of the page.
    if (!isInside && !isAround && isEditingHost(element)) return [];
    const inherited = new Set(inheritedIn(ignored));
    return childrenOf(element, {
      index,
      nth: 1,
      box,
      isInside,
      isMoving,
      ignored: inherited,
      scroller: element,
    });
  }

  #add(described: LayoutElement, element: Element): number {
    this.elements.push(element);
    return this.#layout.elements.push(described) - 1;
  }

  /** `ignored` is `null` where styles are not kept by name. */
  #readGenerated(element: Element, part: string, parent: number, ignored: ReadonlySet<string> | null): void {
    const style = this.#window.getComputedStyle(element, part);
    const { content, display } = style;
    if (content === 'none' || content === 'normal' || content === '' || display === 'none') return;
    const isHidden = isPrivate(element) || holdsSecret(element);
    const text = isHidden ? '' : shorten(redactText(content.replace(/^"(.*)"$/s, '$1')));
    this.#add(
      {
        parent,
        tag: part,
        nth: 1,
        ...(text !== '' && { text }),
        ...fingerprintStyles(null, style),
        box: [0, 0, 0, 0],
        ...(ignored !== null && { styles: readStyles(null, style, ignored) }),
        ...(this.#states.isAnimated(element, part) && { unsteady: true }),
      },
      element,
    );
  }

  /** From the corner of the page, because it may be scrolled in between. */
  #pageBox(element: Element): DOMRect {
    const { x, y, width, height } = element.getBoundingClientRect();
    return new DOMRect(x + this.#window.scrollX, y + this.#window.scrollY, width, height);
  }

  #hasRoom(isNeeded: boolean): boolean {
    const room = isNeeded ? mostElements : mostElements - reserved;
    if (this.#layout.elements.length < room) return true;
    this.isCut = true;
    return false;
  }
}

const generatedParts = ['::before', '::after'];

/** Animating these changes the box. */
const movingNames =
  /^(?:transform|translate|rotate|scale|offset|top|right|bottom|left|inset|margin|padding|width|height|min-|max-|block-size|inline-size|font|line-height|letter|border)/;

function childrenOf(element: Element, parent: Parent): WaitingElement[] {
  return (
    [
      [element.shadowRoot?.children ?? [], true],
      [element.children, false],
    ] as const
  ).flatMap(([children, inShadow]) => {
    const counts = new Map<string, number>();
    return Array.from(children, (child) => {
      const nth = (counts.get(child.localName) ?? 0) + 1;
      counts.set(child.localName, nth);
      return { element: child, parent: { ...parent, nth, ...(inShadow && { inShadow }) } };
    });
  });
}

function identityOf(element: Element): Pick<LayoutElement, 'key' | 'classes'> {
  const key = element.getAttribute('data-testid') ?? element.id;
  const classes = (element.getAttribute('class') ?? '').replace(/\s*\bsvelte-\w+/g, '').trim();
  return {
    ...(key !== '' && { key: key.slice(0, 100) }),
    ...(classes !== '' && { classes: classes.length > 60 ? fingerprint(classes) : classes }),
  };
}

const toldAttributes = [
  'href',
  'src',
  'alt',
  'title',
  'placeholder',
  'aria-label',
  'aria-current',
  'disabled',
];

function contentOf(element: Element): Pick<LayoutElement, 'text' | 'attributes'> {
  if (isPrivate(element) || holdsSecret(element)) return {};
  const text = shorten(redactText(ownText(element)));
  const attributes = toldAttributes.flatMap((name) => {
    const value = element.getAttribute(name);
    // A bundler adds a query to what it has changed.
    return value === null ? [] : [[name, redactText(value.replace(/[?&](?:t|v)=[\w.]+/, '')).slice(0, 290)]];
  });
  const drawing = element.getAttribute('d');
  if (drawing !== null) attributes.push(['d', fingerprint(drawing)]);
  return {
    ...(text !== '' && { text }),
    ...(attributes.length > 0 && { attributes: Object.fromEntries(attributes) as Record<string, string> }),
  };
}

function ownText(element: Element): string {
  let text = '';
  for (const child of element.childNodes)
    if (!isElement(child) && child.nodeType === 3) text += child.nodeValue ?? '';
  return text.replace(/\s+/g, ' ').trim();
}

function shorten(text: string): string {
  return text.length > longestText ? `${text.slice(0, longestText - 1)}… ${fingerprint(text)}` : text;
}

function relativeBox(
  box: DOMRect,
  parent: Parent,
  position: string,
  { scrollX, scrollY }: Window,
): LayoutElement['box'] {
  const size = [round(box.width), round(box.height)] as const;
  // Where it sticks depends on how far the page is scrolled.
  if (position === 'sticky' || parent.index === -1) return [0, 0, ...size];
  if (position === 'fixed') return [round(box.x - scrollX), round(box.y - scrollY), ...size];
  const { scrollLeft = 0, scrollTop = 0 } = isPageScroller(parent) ? {} : (parent.scroller ?? {});
  return [round(box.x - parent.box.x + scrollLeft), round(box.y - parent.box.y + scrollTop), ...size];
}

/** The box of the root and of the body moves with the page, so their scrolling is in it already. */
function isPageScroller({ scroller }: Parent): boolean {
  return scroller === scroller?.ownerDocument.scrollingElement;
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
