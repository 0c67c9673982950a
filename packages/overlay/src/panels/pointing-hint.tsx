/** What the person can do while they pick a target: the breadcrumb, the keys, and the pin. */
import { useRef } from 'preact/hooks';

import { parentOf, stepsOut } from '../inspectors/dom-tree.ts';
import { componentHover } from '../picking/component-hover.ts';
import { boxOfElement } from '../picking/picked-box.ts';
import type { Dispatch } from '../state/actions.ts';
import { isRelinkingText } from '../state/select.ts';
import type { Hover, Mode, OverlayState } from '../state/state.ts';
import { Breadcrumb, type Crumb } from '../ui/breadcrumb.tsx';
import { Button } from '../ui/button.tsx';
import { Hint, type HintProps } from '../ui/hint.tsx';
import { PanelIcon } from '../ui/panel-icon.tsx';
import { useSettled } from '../ui/throttled.ts';

import { useUncoveredTarget } from './uncover-target.ts';

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
