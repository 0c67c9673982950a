/** Tells when elements may have moved or changed: by observers and events, and by frames only while something moves. */
import type { View } from '../window/frames.ts';

export interface PageWatch {
  /** Also watches the root it is in. */
  readonly element: (element: Element) => void;
  readonly root: (root: Document | ShadowRoot) => void;
  /** What the browser said last; `undefined` before it has. */
  readonly isVisible: (element: Element) => boolean | undefined;
  readonly close: () => void;
}

export interface PageWatchOptions {
  readonly moved: () => void;
  readonly mutated: () => void;
  /** Only what moves one of the followed elements is worth a frame when it never ends. */
  readonly concerns: (element: Element) => boolean;
}

export function watchPage(view: View, { moved, mutated, concerns }: PageWatchOptions): PageWatch {
  const visible = new WeakMap<Element, boolean>();
  const followed = new WeakSet<Element>();
  const roots = new Map<Document | ShadowRoot, () => void>();
  const moving = new Set<Element>();
  let frame = 0;
  let changed = false;

  const resizes = new view.ResizeObserver(moved);
  const mutations = new view.MutationObserver(() => {
    changed = true;
    if (frame === 0) frame = view.requestAnimationFrame(tick);
    mutated();
  });
  const intersections = new view.IntersectionObserver((entries) => {
    for (const { target, isIntersecting } of entries) visible.set(target, isIntersecting);
    moved();
  });

  /** An animation begun by a script fires no event, but hardly ever comes without a change of the page. */
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
    for (const element of moving) if (!isMoving(element, concerns)) moving.delete(element);
    frame = moving.size > 0 ? view.requestAnimationFrame(tick) : 0;
    moved();
  };
  const onMoving = (event: Event) => {
    const [target] = event.composedPath();
    if (target === undefined || !('getAnimations' in target)) return;
    moving.add(target as Element);
    if (frame === 0) frame = view.requestAnimationFrame(tick);
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
    // A document's size follows what is in it; the window's is an event.
    if ('documentElement' in root) resizes.observe(root.documentElement);
    const target = 'defaultView' in root ? (root.defaultView ?? root) : root;
    roots.set(root, listen(target, moved, onMoving));
  };

  return {
    element(element) {
      if (followed.has(element)) return;
      followed.add(element);
      resizes.observe(element);
      intersections.observe(element);
      const root = element.getRootNode();
      if ('adoptedStyleSheets' in root) addRoot(root as Document | ShadowRoot);
    },
    root: addRoot,
    isVisible: (element) => visible.get(element),
    close() {
      view.cancelAnimationFrame(frame);
      for (const observer of [resizes, mutations, intersections]) observer.disconnect();
      for (const stop of roots.values()) stop();
    },
  };
}

function listen(target: EventTarget, moved: () => void, onMoving: (event: Event) => void): () => void {
  const passive = { capture: true, passive: true };
  // A picture or a font that arrives pushes on what is below it.
  for (const type of ['scroll', 'resize', 'load']) target.addEventListener(type, moved, passive);
  for (const type of ['transitionrun', 'animationstart']) target.addEventListener(type, onMoving, passive);
  return () => {
    for (const type of ['scroll', 'resize', 'load']) target.removeEventListener(type, moved, true);
    for (const type of ['transitionrun', 'animationstart']) target.removeEventListener(type, onMoving, true);
  };
}

function isMoving(element: Element, concerns: (element: Element) => boolean): boolean {
  if (!element.isConnected) return false;
  return element.getAnimations().some((animation) => {
    if (animation.playState !== 'running') return false;
    return animation.effect?.getComputedTiming().iterations !== Infinity || concerns(element);
  });
}
