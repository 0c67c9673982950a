/** Reports when elements may have moved or changed. It uses observers and events, and frames only during animations. */
import { isShadowRoot } from '../inspectors/dom-tree.ts';
import type { PageWindow } from '../window/frames.ts';

export interface PageWatch {
  /** Watches the element and the roots that it is in. */
  readonly element: (element: Element) => void;
  readonly root: (root: Document | ShadowRoot) => void;
  /** As the browser reported it last; `undefined` before its first report. */
  readonly isVisible: (element: Element) => boolean | undefined;
  readonly close: () => void;
}

interface PageWatchOptions {
  readonly onMoved: () => void;
  readonly onMutated: () => void;
  /** Whether an endless animation of this element moves one of the tracked elements. */
  readonly isRelevant: (element: Element) => boolean;
}

export function watchPage(
  pageWindow: PageWindow,
  { onMoved, onMutated, isRelevant }: PageWatchOptions,
): PageWatch {
  const visible = new WeakMap<Element, boolean>();
  const followed = new WeakSet<Element>();
  const roots = new Map<Document | ShadowRoot, () => void>();
  const moving = createMovingElements(pageWindow, {
    roots: () => roots.keys(),
    isRelevant,
    onFrame: onMoved,
  });
  const resizes = new pageWindow.ResizeObserver(onMoved);
  const mutations = new pageWindow.MutationObserver(() => {
    moving.lookForScripted();
    onMutated();
  });
  const intersections = new pageWindow.IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) visible.set(target, isIntersecting);
    onMoved();
  });

  const addRoot = (root: Document | ShadowRoot) => {
    forgetGone(roots);
    if (roots.has(root)) return;
    mutations.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    // The size of the document follows its contents; the size of the window is reported by an event.
    if ('documentElement' in root) resizes.observe(root.documentElement);
    const target = 'defaultView' in root ? (root.defaultView ?? root) : root;
    const stop = listen(target, onMoved, moving.add);
    const fonts = 'fonts' in root ? root.fonts : null;
    // Words have another width in another font.
    fonts?.addEventListener('loadingdone', onMutated);
    roots.set(root, () => {
      stop();
      fonts?.removeEventListener('loadingdone', onMutated);
    });
  };

  return {
    element(element) {
      if (followed.has(element)) return;
      followed.add(element);
      resizes.observe(element);
      intersections.observe(element);
      for (const root of rootsAround(element)) addRoot(root);
    },
    root: addRoot,
    isVisible: (element) => visible.get(element),
    close() {
      moving.close();
      for (const observer of [resizes, mutations, intersections]) observer.disconnect();
      for (const stop of roots.values()) stop();
    },
  };
}

/** Stops listening in roots that have left the page. */
function forgetGone(roots: Map<Document | ShadowRoot, () => void>): void {
  for (const [root, stop] of roots) {
    const isGone = 'host' in root ? !root.isConnected : root.defaultView === null;
    if (!isGone) continue;
    stop();
    roots.delete(root);
  }
}

/** The root of the element and those around it: scrolling in a shadow root cannot be observed from outside of it. */
function* rootsAround(element: Element): Generator<Document | ShadowRoot> {
  for (let at: Node | null = element; at !== null;) {
    const root: Node = at.getRootNode();
    if ('adoptedStyleSheets' in root) yield root as Document | ShadowRoot;
    at = isShadowRoot(root) ? root.host : null;
  }
}

function listen(target: EventTarget, onMoved: () => void, onMoving: (event: Event) => void): () => void {
  const passive = { capture: true, passive: true };
  // A loaded picture or font may move what is below it.
  for (const type of ['scroll', 'resize', 'load']) target.addEventListener(type, onMoved, passive);
  for (const type of ['transitionrun', 'animationstart']) target.addEventListener(type, onMoving, passive);
  return () => {
    for (const type of ['scroll', 'resize', 'load']) target.removeEventListener(type, onMoved, true);
    for (const type of ['transitionrun', 'animationstart']) target.removeEventListener(type, onMoving, true);
  };
}

interface MovingElementsOptions {
  /** Where animations are looked for that a script has started. */
  readonly roots: () => Iterable<Document | ShadowRoot>;
  /** Whether an endless animation of this element counts. */
  readonly isRelevant: (element: Element) => boolean;
  readonly onFrame: () => void;
}

interface MovingElements {
  /** An animation or transition of the event's target has begun. */
  readonly add: (event: Event) => void;
  /** Animations that a script starts fire no event, but nearly always come with a change of the DOM. */
  readonly lookForScripted: () => void;
  readonly close: () => void;
}

/** The elements that an animation or a transition moves at the moment. Calls `onFrame` in each frame while there are some. */
function createMovingElements(
  pageWindow: PageWindow,
  { roots, isRelevant, onFrame }: MovingElementsOptions,
): MovingElements {
  const moving = new Set<Element>();
  let frame = 0;
  let mayHaveScripted = false;

  const tick = () => {
    if (mayHaveScripted) for (const target of runningTargets(roots())) moving.add(target);
    mayHaveScripted = false;
    for (const element of moving) if (!isMoving(element, isRelevant)) moving.delete(element);
    frame = moving.size > 0 ? pageWindow.requestAnimationFrame(tick) : 0;
    onFrame();
  };
  const schedule = () => {
    if (frame === 0) frame = pageWindow.requestAnimationFrame(tick);
  };
  return {
    add(event) {
      const [target] = event.composedPath();
      if (target === undefined || !('getAnimations' in target)) return;
      moving.add(target as Element);
      schedule();
    },
    lookForScripted() {
      mayHaveScripted = true;
      schedule();
    },
    close: () => pageWindow.cancelAnimationFrame(frame),
  };
}

function* runningTargets(roots: Iterable<Document | ShadowRoot>): Generator<Element> {
  for (const root of roots) {
    for (const { effect, playState } of root.getAnimations()) {
      const target = effect !== null && 'target' in effect ? (effect.target as Element | null) : null;
      if (playState === 'running' && target !== null) yield target;
    }
  }
}

function isMoving(element: Element, isRelevant: (element: Element) => boolean): boolean {
  if (!element.isConnected) return false;
  return element.getAnimations().some((animation) => {
    if (animation.playState !== 'running') return false;
    return animation.effect?.getComputedTiming().iterations !== Infinity || isRelevant(element);
  });
}
