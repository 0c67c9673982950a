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

export interface PageWatchOptions {
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
  const moving = new Set<Element>();
  let frame = 0;
  let changed = false;

  const resizes = new pageWindow.ResizeObserver(onMoved);
  const mutations = new pageWindow.MutationObserver(() => {
    changed = true;
    if (frame === 0) frame = pageWindow.requestAnimationFrame(tick);
    onMutated();
  });
  const intersections = new pageWindow.IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) visible.set(target, isIntersecting);
    onMoved();
  });

  /** Animations that a script starts fire no event, but nearly always come with a change of the DOM. */
  const addScripted = () => {
    changed = false;
    for (const root of roots.keys()) {
      for (const { effect, playState } of root.getAnimations()) {
        const target = effect !== null && 'target' in effect ? (effect.target as Element | null) : null;
        if (playState === 'running' && target !== null) moving.add(target);
      }
    }
  };
  const tick = () => {
    if (changed) addScripted();
    for (const element of moving) if (!isMoving(element, isRelevant)) moving.delete(element);
    frame = moving.size > 0 ? pageWindow.requestAnimationFrame(tick) : 0;
    onMoved();
  };
  const onMoving = (event: Event) => {
    const [target] = event.composedPath();
    if (target === undefined || !('getAnimations' in target)) return;
    moving.add(target as Element);
    if (frame === 0) frame = pageWindow.requestAnimationFrame(tick);
  };

  const addRoot = (root: Document | ShadowRoot) => {
    for (const [known, stop] of roots) {
      const isGone = 'host' in known ? !known.isConnected : known.defaultView === null;
      if (isGone) {
        stop();
        roots.delete(known);
      }
    }
    if (roots.has(root)) return;
    mutations.observe(root, { subtree: true, childList: true, attributes: true, characterData: true });
    // The size of the document follows its contents; the size of the window is reported by an event.
    if ('documentElement' in root) resizes.observe(root.documentElement);
    const target = 'defaultView' in root ? (root.defaultView ?? root) : root;
    const stop = listen(target, onMoved, onMoving);
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
      // Scrolling in a shadow root cannot be observed from outside of it.
      for (let at: Node | null = element; at !== null;) {
        const root = at.getRootNode();
        if ('adoptedStyleSheets' in root) addRoot(root as Document | ShadowRoot);
        at = isShadowRoot(root) ? root.host : null;
      }
    },
    root: addRoot,
    isVisible: (element) => visible.get(element),
    close() {
      pageWindow.cancelAnimationFrame(frame);
      for (const observer of [resizes, mutations, intersections]) observer.disconnect();
      for (const stop of roots.values()) stop();
    },
  };
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

function isMoving(element: Element, isRelevant: (element: Element) => boolean): boolean {
  if (!element.isConnected) return false;
  return element.getAnimations().some((animation) => {
    if (animation.playState !== 'running') return false;
    return animation.effect?.getComputedTiming().iterations !== Infinity || isRelevant(element);
  });
}
