/** The elements that an animation or a transition moves at the moment. Calls `onFrame` in each frame while there are some. */
import type { PageWindow } from '../window/frames.ts';

export interface MovingElementsOptions {
  /** Where animations are looked for that a script has started. */
  readonly roots: () => Iterable<Document | ShadowRoot>;
  /** Whether an endless animation of this element counts. */
  readonly isRelevant: (element: Element) => boolean;
  readonly onFrame: () => void;
}

export interface MovingElements {
  /** An animation or transition of the event's target has begun. */
  readonly add: (event: Event) => void;
  /** Animations that a script starts fire no event, but nearly always come with a change of the DOM. */
  readonly lookForScripted: () => void;
  readonly close: () => void;
}

export function createMovingElements(
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
