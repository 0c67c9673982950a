import type { ComponentChildren, RefObject } from 'preact';
/** What the person can do while they pick a target: the breadcrumb, the keys, and the pin. */
import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import { parentOf, stepsOut } from '../inspectors/dom-tree.ts';
import { componentHover } from '../picking/component-hover.ts';
import { boxOfElement } from '../picking/picked-box.ts';
import type { Dispatch } from '../state/actions.ts';
import { isRelinkingText } from '../state/select.ts';
import type { Box, Hover, Mode, OverlayState } from '../state/state.ts';
import { Button, Kbd } from '../ui/button.tsx';
import { MovingOutline } from '../ui/highlight.tsx';
import { PanelIcon } from '../ui/panel-icon.tsx';
import { useSettled } from '../ui/throttled.ts';

export function PointingHint({ state, dispatch }: { state: OverlayState; dispatch: Dispatch }) {
  const { mode, pinned } = state;
  const pointing = mode.name === 'inspect' || mode.name === 'relink';
  const hover = useSettled(pointing ? mode.hover : null, settledAfterMs);
  const hint = useRef<HTMLDivElement>(null);
  useUncoveredTarget(hint, pointing ? (mode.hover?.element ?? null) : null);
  if (!pointing) return null;
  const crumbs = hover === null || mode.hover === null ? [] : crumbsOf(hover, dispatch);
  return (
    <>
      {crumbs.length > 1 && <Breadcrumb crumbs={crumbs} />}
      <Hint box={hint} {...(isRelinkingText(state) ? selectHint : hintOf(mode))}>
        {mode.name === 'inspect' && (
          <Button
            icon={<PanelIcon name={pinned ? 'check' : 'pin'} size={14} />}
            pressed={pinned}
            title="Go on inspecting after a comment is sent"
            data-nga="pin"
            onClick={() => dispatch({ type: 'pin:toggle' })}
          >
            Pin
          </Button>
        )}
      </Hint>
    </>
  );
}

/** On its way to the breadcrumb the pointer passes over other elements, which must not change it. */
const settledAfterMs = 200;

/** Components of the project, or elements where there is no component; the element last. */
function crumbsOf(hover: Hover, dispatch: Dispatch): Crumb[] {
  const choose = (chosen: Hover) => dispatch({ type: 'hover', hover: { ...chosen, isChosen: true } });
  const { element, ancestry, component, located } = hover;
  // Until the files are known, a library's components cannot be told from those of the project.
  const path = located?.path ?? [];
  const around = path.map((index) => ({
    name: ancestry[index]?.name ?? '',
    isCurrent: index === component,
    box: () => boxOfElement(stepsOut(element, ancestry[index]?.hostUp ?? 0)),
    onPick: () => choose(componentHover(hover, index)),
  }));
  const own = crumbOfElement(element, hover, choose);
  if (path.length > 0 || located === null) return [own, ...around].reverse();
  return [own, ...elementsAround(element).map((each) => crumbOfElement(each, hover, choose))].reverse();
}

function crumbOfElement(element: Element, hover: Hover, choose: (chosen: Hover) => void): Crumb {
  const { ancestry, located } = hover;
  const chosen = element === hover.element ? { ancestry, located } : { ancestry: [], located: null };
  return {
    name: element.localName,
    isCurrent: element === hover.element && hover.component === null,
    box: () => boxOfElement(element),
    onPick: () => choose({ element, component: null, ...chosen }),
  };
}

/** The next few elements around, nearest first; not the page as a whole. */
function elementsAround(element: Element): Element[] {
  const found: Element[] = [];
  for (let at = parentOf(element); at !== null && found.length < maxElements; at = parentOf(at)) {
    if (/^(body|html)$/.test(at.localName)) break;
    found.push(at);
  }
  return found;
}

const maxElements = 4;

const selectHint: HintProps = { text: 'Select the text where it is now', keys: [['Esc', 'leave it']] };

function hintOf(mode: Extract<Mode, { name: 'inspect' | 'relink' }>): HintProps {
  const walk = [
    ['↑ ↓ ← →', 'walk'],
    ['C', 'component'],
  ] as const;
  if (mode.name === 'relink') return { text: 'Click where it is now', keys: [...walk, ['Esc', 'leave it']] };
  const { length } = mode.gathered;
  if (length > 0)
    return {
      text: `${length} picked. Click the last one`,
      keys: [
        ['Enter', 'comment'],
        ['Esc', 'drop them'],
      ],
    };
  return { text: 'Click what should change', keys: [['Shift+click', 'several'], ...walk, ['Esc', 'done']] };
}

interface HintProps {
  /** What the person can do now. */
  text: string;
  /** Keys and what they do: `['Esc', 'done']`. */
  keys: readonly (readonly [key: string, does: string])[];
  /** Buttons beside it. */
  children?: ComponentChildren;
  box?: RefObject<HTMLDivElement | null>;
}

function Hint({ text, keys, children, box }: HintProps) {
  return (
    <div class="nga-hint nga-surface" {...(box && { ref: box })}>
      <b role="status">{text}</b>
      {keys.map(([key, does]) => (
        <span key={key}>
          <Kbd>{key}</Kbd> {does}
        </span>
      ))}
      {children}
    </div>
  );
}

/** A target around the element under the pointer, or that element itself. */
interface Crumb {
  readonly name: string;
  readonly isCurrent: boolean;
  readonly box: () => Box;
  readonly onPick: () => void;
}

/** The components around the element under the pointer and the element, root first: pointing shows one, a click picks it. */
function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const [shown, setShown] = useState<number | null>(null);
  const crumb = shown === null ? undefined : crumbs[shown];
  return (
    <>
      {crumb && <MovingOutline box={crumb.box()} />}
      <ol class="nga-crumbs nga-surface" aria-label="What it is inside of">
        {crumbs.map(({ name, isCurrent, onPick }, at) => (
          <li key={at} aria-current={isCurrent ? 'true' : undefined}>
            <button
              type="button"
              class="nga-crumb"
              title={`Comment on ${name}`}
              onPointerEnter={() => setShown(at)}
              onPointerLeave={() => setShown(null)}
              onFocus={() => setShown(at)}
              onBlur={() => setShown(null)}
              onClick={onPick}
            >
              {name}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

/**
 * Moves hint, breadcrumb and notice from the bottom of the page to its top while the element under the pointer lies
 * beneath them, so that it can be seen and its neighbours can be pointed at.
 */
function useUncoveredTarget(hint: RefObject<HTMLElement | null>, target: Element | null): void {
  useLayoutEffect(() => {
    const stack = hint.current?.parentElement;
    const isCovered = stack && target !== null && isMostlyIn(boxOfElement(target), bottomBox(stack));
    stack?.classList.toggle(atTop, isCovered === true);
  });
  useLayoutEffect(() => {
    const stack = hint.current?.parentElement;
    return () => stack?.classList.remove(atTop);
  }, []);
}

const atTop = 'nga-foot-stack--top';

/** Where the stack is at the bottom, even while it is at the top: otherwise it would move back at once. */
function bottomBox(stack: Element): Box {
  const { x, y, width, height } = stack.getBoundingClientRect();
  return stack.classList.contains(atTop)
    ? { x, y: innerHeight - y - height, width, height }
    : { x, y, width, height };
}

function isMostlyIn(inner: Box, outer: Box): boolean {
  const width = overlap(inner.x, inner.width, outer.x, outer.width);
  const height = overlap(inner.y, inner.height, outer.y, outer.height);
  return width * height * 2 > inner.width * inner.height;
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.max(0, Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart));
}
