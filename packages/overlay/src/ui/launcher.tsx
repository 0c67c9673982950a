import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';

import type { AgentLine } from '../state/select.ts';
import type { Corner } from '../state/state.ts';

import { Icon } from './icon.tsx';

export interface LauncherProps {
  corner: Corner;
  open: boolean;
  /** The person is pointing at something. */
  active: boolean;
  count: number;
  /** How many threads have something that the person has not seen. */
  unread: number;
  /** How many comments have something that waits for the dev server. */
  waiting: number;
  agent: AgentLine;
  /** Its name in `data-nga`. */
  name: string;
  onToggle: () => void;
  onCorner: (corner: Corner) => void;
  children?: ComponentChildren;
}

/** The round button in a corner; its children are the bar beside it. */
export function Launcher({
  corner,
  open,
  active,
  count,
  unread,
  waiting,
  agent,
  name,
  onToggle,
  onCorner,
  children,
}: LauncherProps) {
  const dock = useRef<HTMLDivElement>(null);
  const drag = useDrag(dock, onCorner);
  const counted = count === 1 ? '1 open item' : `${count} open items`;
  const items = unread === 0 ? counted : `${counted}, ${unread} unread`;
  return (
    <div class="nga-dock" data-corner={corner} ref={dock}>
      <button
        type="button"
        class="nga-launcher"
        data-nga={name}
        aria-label={`Annotate: ${items}. ${agent.text}`}
        aria-expanded={open}
        data-on={active || undefined}
        title={agent.text}
        onClick={() => {
          if (!drag.moved()) onToggle();
        }}
        {...drag.handlers}
      >
        <Icon name="pin" size={18} />
        <Count of={count} />
        <Count of={unread} kind="unread" />
        <Count of={waiting} kind="waiting" />
        <Dot tone={agent.tone} />
      </button>
      {children}
    </div>
  );
}

/** Nothing for zero. */
function Count({ of, kind = 'open' }: { of: number; kind?: string }) {
  return of > 0 ? <span class={`nga-count nga-${kind}`}>{of > 99 ? '99+' : of}</span> : null;
}

/** A dot that is filled when an agent listens. The words are beside it or in the label of its button. */
export function Dot({ tone }: { tone: AgentLine['tone'] }) {
  return <span class={`nga-dot nga-dot--${tone}`} aria-hidden="true" />;
}

const slack = 4;

/** Moves the launcher with the pointer, then to the nearest corner. A press that hardly moves is a click. */
function useDrag(dock: { current: HTMLElement | null }, onCorner: (corner: Corner) => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  const moved = useRef(false);
  const end = (event: PointerEvent) => {
    if (start.current && moved.current && event.type === 'pointerup') onCorner(nearestCorner(event));
    start.current = null;
    if (dock.current) dock.current.style.translate = '';
  };
  return {
    moved: () => moved.current,
    handlers: {
      onPointerDown: (event: PointerEvent & { currentTarget: HTMLElement }) => {
        if (event.button !== 0) return;
        start.current = { x: event.clientX, y: event.clientY };
        moved.current = false;
        // Synthetic events have no pointer that could be captured.
        if (event.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event: PointerEvent) => {
        if (!start.current || !dock.current) return;
        const [dx, dy] = [event.clientX - start.current.x, event.clientY - start.current.y];
        moved.current ||= Math.hypot(dx, dy) > slack;
        if (moved.current) dock.current.style.translate = `${dx}px ${dy}px`;
      },
      onPointerUp: end,
      onPointerCancel: end,
      // A key press that follows a drag is a click, not the end of the drag.
      onKeyDown: () => {
        moved.current = false;
      },
    },
  };
}

function nearestCorner({ clientX, clientY }: PointerEvent): Corner {
  const vertical = clientY < innerHeight / 2 ? 'top' : 'bottom';
  return `${vertical}-${clientX < innerWidth / 2 ? 'left' : 'right'}`;
}
