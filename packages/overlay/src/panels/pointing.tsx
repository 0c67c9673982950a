/** Outlines and names of picked elements, and a hint about what to do next. */
import { stepsOut } from '../inspectors/dom-tree.ts';
import { boxOfHost, boxOfPicked } from '../picking/picked-box.ts';
import { isRelinkingText } from '../state/select.ts';
import type { Box, Hover, Mode, OverlayState, Picked } from '../state/state.ts';
import { Breadcrumb } from '../ui/breadcrumb.tsx';
import { useFollow } from '../ui/follow.ts';
import { Highlight, Label } from '../ui/highlight.tsx';
import { Hint, type HintProps } from '../ui/hint.tsx';
import { MovingOutline } from '../ui/moving-outline.tsx';
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
      const { subject } = mode.compose;
      return subject.kind === 'picked' ? <Outlines picked={subject.picked} /> : null;
    }
    default:
      return null;
  }
}

export function HoverOutline({ hover }: { hover: Hover }) {
  return (
    <>
      {hover.area && <Highlight box={hover.area} area />}
      <MovingOutline box={boxOfHover(hover)} />
      <HoverLabel hover={useThrottled(hover, namedEveryMs)} />
    </>
  );
}

/** Often enough to read, and rare enough for a page that is slow to paint. */
const namedEveryMs = 100;

function HoverLabel({ hover }: { hover: Hover }) {
  const { element, ancestry, depth, source } = hover;
  const name = ancestry[depth]?.name ?? elementName(element);
  return <Label box={boxOfHover(hover)} name={name} path={source && fileLine(source)} />;
}

function boxOfHover({ element, ancestry, depth }: Hover): Box {
  const component = ancestry[depth];
  return boxOfHost(component ? stepsOut(element, component.hostUp) : element, element);
}

function Outlines({ picked }: { picked: readonly Picked[] }) {
  return (
    <>
      {picked.map((one, at) => {
        const { area, target } = one;
        const name = target.kind === 'component' ? target.componentName : target.description;
        const labelled = picked.length > 1 ? { name: `${at + 1} ${name}` } : {};
        return <Highlight key={at} box={boxOfPicked(one)} area={area !== undefined} {...labelled} />;
      })}
    </>
  );
}

export function PointingHint({ state }: { state: OverlayState }) {
  const { mode } = state;
  const pointing = mode.name === 'inspect' || mode.name === 'relink';
  const hover = useThrottled(pointing ? mode.hover : null, namedEveryMs);
  if (!pointing) return null;
  return (
    <>
      {hover && hover.ancestry.length > 1 && (
        <Breadcrumb
          names={hover.ancestry.map(({ name }) => name).reverse()}
          current={hover.ancestry.length - 1 - hover.depth}
        />
      )}
      <Hint {...(isRelinkingText(state) ? selectHint : hintOf(mode))} />
    </>
  );
}

const selectHint: HintProps = { text: 'Select the text where it is now', keys: [['Esc', 'leave it']] };

function hintOf(mode: Extract<Mode, { name: 'inspect' | 'relink' }>): HintProps {
  const walk = ['↑ ↓', 'parent, child'] as const;
  if (mode.name === 'relink') return { text: 'Click where it is now', keys: [walk, ['Esc', 'leave it']] };
  const { length } = mode.gathered;
  if (length > 0)
    return {
      text: `${length} picked. Click the last one`,
      keys: [
        ['Enter', 'comment'],
        ['Esc', 'drop them'],
      ],
    };
  return { text: 'Click what should change', keys: [['Shift+click', 'several'], walk, ['Esc', 'done']] };
}

/** `button.primary`: what a person would call an element without a component. */
function elementName({ localName, id, classList }: Element): string {
  if (id) return `${localName}#${id}`;
  return classList[0] ? `${localName}.${classList[0]}` : localName;
}
