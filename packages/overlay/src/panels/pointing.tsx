/** Outlines and names of picked elements. */
import { nameTag } from '@annotate-mcp/core';

import { stepsOut } from '../inspectors/dom-tree.ts';
import { elementFacts } from '../inspectors/dom.ts';
import type { ComponentSummary } from '../inspectors/inspector.ts';
import { boxOfElement, boxOfPicked } from '../picking/picked-box.ts';
import type { Hover, Mode, Picked } from '../state/state.ts';
import { useFollow } from '../ui/follow.ts';
import { ComponentOutline, Highlight, Label, MovingOutline } from '../ui/highlight.tsx';
import { nameOfTarget } from '../ui/target-words.ts';
import { useThrottled } from '../ui/throttled.ts';
import { fileLine } from '../ui/words.ts';

export function Pointing({ mode }: { mode: Mode }) {
  useFollow(mode.name !== 'hidden' && mode.name !== 'thread');
  switch (mode.name) {
    case 'inspect':
      return (
        <>
          <Outlines picked={mode.gathered} />
          {mode.hover && <HoverOutline hover={mode.hover} />}
        </>
      );
    case 'relink':
      return mode.hover && <HoverOutline hover={mode.hover} />;
    case 'annotate': {
      const { target } = mode.compose;
      return target.kind === 'picked' ? <Outlines picked={target.picked} /> : null;
    }
    default:
      return null;
  }
}

export function HoverOutline({ hover }: { hover: Hover }) {
  const named = useThrottled(hover, namedEveryMs);
  return (
    <>
      {hover.area && <Highlight box={hover.area} area />}
      <MovingOutline box={boxOfElement(hover.element)} />
      <OutlineAround hover={named} />
      <HoverLabel hover={named} />
    </>
  );
}

/** Often enough to read, and rare enough for a page that is slow to paint. */
const namedEveryMs = 100;

/** The outline of the component, where that is more than the element. */
function OutlineAround({ hover }: { hover: Hover }) {
  const { element, component } = hover;
  const nearest = component === null ? nearestComponent(hover) : undefined;
  if (nearest === undefined || nearest.hostUp === 0) return null;
  return <ComponentOutline box={boxOfElement(stepsOut(element, nearest.hostUp))} />;
}

function HoverLabel({ hover }: { hover: Hover }) {
  const { element, ancestry, component, located } = hover;
  const whole = component === null ? undefined : ancestry[component]?.name;
  const { source = null, use = null, usedAt, generatedAt } = located ?? {};
  return (
    <Label
      box={boxOfElement(element)}
      name={whole ?? labelOf(element)}
      around={whole === undefined ? nearestComponent(hover)?.name : undefined}
      path={source ? fileLine(source) : generatedAt ? `made from ${fileLine(generatedAt)}` : null}
      use={use && fileLine(use)}
      usedAt={usedAt && fileLine(usedAt)}
    />
  );
}

/** Unknown until the files are known: before, a library's component cannot be told from one of the project. */
function nearestComponent({ ancestry, located }: Hover): ComponentSummary | undefined {
  return ancestry[located?.component ?? -1];
}

/** `h2 "Special offer"`; without a text `div#app` or `div.hero`. */
function labelOf(element: Element): string {
  const { localName, id, classList } = element;
  const facts = elementFacts(element);
  if (facts.name !== undefined || facts.text !== undefined) return nameTag(facts);
  if (id) return `${localName}#${id}`;
  return classList[0] ? `${localName}.${classList[0]}` : localName;
}

function Outlines({ picked }: { picked: readonly Picked[] }) {
  return (
    <>
      {picked.map((one, at) => {
        const { target } = one;
        const name = target.kind === 'component' ? nameOfTarget(target) : target.description;
        const labelled = picked.length > 1 ? { name: `${at + 1} ${name}` } : {};
        return <Highlight key={at} box={boxOfPicked(one)} area={one.area !== undefined} {...labelled} />;
      })}
    </>
  );
}
