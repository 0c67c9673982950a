import { Component, type ComponentChildren } from 'preact';

import type { AgentLine } from '../state/select.ts';
import type { Corner } from '../state/state.ts';

import { PathIcon, productSign } from './path-icon.tsx';

export interface LauncherProps {
  corner: Corner;
  open: boolean;
  /** The person is pointing at something. */
  active: boolean;
  count: number;
  /** How many of them wait for the person, which is what is counted then. */
  yours: number;
  /** How many of them the page shows not to be done. */
  failed: number;
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

interface Press {
  readonly x: number;
  readonly y: number;
}

const slack = 4;

/**
 * The round button in a corner; its children are the bar beside it. It moves with the pointer, then to the nearest
 * corner; a press that hardly moves is a click. A class, because it is in the first load and hooks are not.
 */
export class Launcher extends Component<LauncherProps> {
  #start: Press | null = null;
  #moved = false;

  readonly #down = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    if (event.button !== 0) return;
    this.#start = { x: event.clientX, y: event.clientY };
    this.#moved = false;
    // Synthetic events have no pointer that could be captured.
    if (event.isTrusted) event.currentTarget.setPointerCapture(event.pointerId);
  };

  readonly #move = ({ clientX, clientY, currentTarget }: PointerEvent & { currentTarget: HTMLElement }) => {
    if (!this.#start) return;
    const [dx, dy] = [clientX - this.#start.x, clientY - this.#start.y];
    this.#moved ||= Math.hypot(dx, dy) > slack;
    if (this.#moved) moveDock(currentTarget, `${dx}px ${dy}px`);
  };

  readonly #end = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    if (this.#start && this.#moved && event.type === 'pointerup') this.props.onCorner(nearestCorner(event));
    this.#start = null;
    moveDock(event.currentTarget, '');
  };

  readonly #keyDown = () => {
    // A key press that follows a drag is a click, not the end of the drag.
    this.#moved = false;
  };

  readonly #click = () => {
    if (!this.#moved) this.props.onToggle();
  };

  render(props: LauncherProps) {
    const { corner, open, active, count, yours, failed, unread, waiting, agent, name, children } = props;
    const counted = count === 1 ? '1 open item' : `${count} open items`;
    const items = `${counted}${yours ? `, ${yours} your turn` : ''}${failed ? `, ${failed} not done` : ''}${unread ? `, ${unread} unread` : ''}`;
    return (
      <div class="nga-dock" data-corner={corner}>
        <button
          type="button"
          class="nga-launcher"
          data-nga={name}
          aria-label={`Annotate: ${items}. ${agent.text}`}
          aria-expanded={open}
          data-on={active || undefined}
          data-failed={failed > 0 || undefined}
          title={agent.text}
          onClick={this.#click}
          onPointerDown={this.#down}
          onPointerMove={this.#move}
          onPointerUp={this.#end}
          onPointerCancel={this.#end}
          onKeyDown={this.#keyDown}
        >
          <PathIcon path={productSign} size={18} />
          <Count of={yours || count} kind={yours ? 'yours' : 'open'} />
          <Count of={unread} kind="unread" />
          <Count of={waiting} kind="waiting" />
          <Dot tone={agent.tone} />
        </button>
        {children}
      </div>
    );
  }
}

function moveDock(launcher: HTMLElement, translate: string): void {
  if (launcher.parentElement) launcher.parentElement.style.translate = translate;
}

function nearestCorner({ clientX, clientY }: PointerEvent): Corner {
  const vertical = clientY < innerHeight / 2 ? 'top' : 'bottom';
  return `${vertical}-${clientX < innerWidth / 2 ? 'left' : 'right'}`;
}

/** Nothing for zero. */
function Count({ of, kind }: { of: number; kind: string }) {
  return of > 0 ? <span class={`nga-count nga-${kind}`}>{of > 99 ? '99+' : of}</span> : null;
}

/** A dot that is filled when an agent listens. The words are beside it or in the label of its button. */
export function Dot({ tone }: { tone: AgentLine['tone'] }) {
  return <span class={`nga-dot nga-dot--${tone}`} aria-hidden="true" />;
}
