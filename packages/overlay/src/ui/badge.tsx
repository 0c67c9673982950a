import { useLayoutEffect, useRef, useState } from 'preact/hooks';

import type { Annotation } from '@annotate-mcp/core';

import { AuthorMark } from './author-line.tsx';
import type { ShownAuthor } from './authors.ts';
import { Glyph } from './chip.tsx';
import { moveFocus, useFocus } from './focus.ts';
import { useBeside } from './follow.ts';
import { Icon } from './icon.tsx';
import { letThrough } from './let-through.ts';
import { glyphs, type Sign, signOf, signWord } from './words.ts';

/** An annotation with what its badge shows. */
export interface Marked {
  readonly annotation: Annotation;
  readonly lost: boolean;
  /** An agent asks the person something about it. */
  readonly asks: boolean;
  /** Who wrote it, where more than one person has written; `null` where that is always the same one. */
  readonly author: ShownAuthor | null;
  /** It waits for this person. */
  readonly yours: boolean;
  /** Others wrote in it, and the person has not seen that. */
  readonly unread: boolean;
  /** Something about it waits for the dev server. */
  readonly unsent: boolean;
}

interface BadgeProps {
  /** Several annotations share one badge as a stack. */
  marked: readonly [Marked, ...Marked[]];
  x: number;
  y: number;
  offscreen: boolean;
  /** The menu closes when it changes; while a person points, also badges let the pointer through. */
  mode: string;
  onOpen: (id: string) => void;
}

/** A stack has the colour of the status that needs attention first. */
const urgency: Record<Sign, number> = {
  broken: 0,
  lost: 1,
  missing: 2,
  changed: 3,
  acknowledged: 4,
  pending: 5,
  draft: 6,
  unseen: 7,
  removed: 8,
  resolved: 9,
  dismissed: 10,
};

export function Badge({ marked, x, y, offscreen, mode, onOpen }: BadgeProps) {
  const [open, setOpen] = useState(false);
  useLayoutEffect(() => setOpen(false), [mode]);
  const badge = useRef<HTMLButtonElement>(null);
  const isPointing = mode === 'inspect' || mode === 'relink';
  useLayoutEffect(
    () => (badge.current ? letThrough(badge.current, (isControl) => isControl || isPointing) : undefined),
    [isPointing],
  );
  const [first] = marked;
  const stack = marked.length > 1;
  const signs = marked.map(({ annotation, lost }) => signOf(annotation, lost));
  const [sign = 'pending'] = signs.sort((one, other) => urgency[one] - urgency[other]);
  const asks = marked.some((one) => one.asks);
  const here = stack ? `${marked.length} comments here` : describe(first);
  const unread = marked.some((one) => one.unread);
  const unsent = marked.some((one) => one.unsent);
  const yours = marked.some((one) => one.yours);
  const turn = yours ? `${here} (your turn)` : here;
  const said = unsent ? `Waiting to be sent. ${turn}` : unread ? `Unread. ${turn}` : turn;
  const label = asks ? `An agent asks you. ${said}` : said;
  return (
    <>
      <button
        ref={badge}
        type="button"
        class={`nga-badge nga-badge--${sign} ${stack ? 'nga-badge--stack' : ''} ${asks ? 'nga-badge--asks' : ''} ${yours ? 'nga-badge--yours' : ''} ${unread ? 'nga-badge--unread' : ''}`}
        style={{ left: `${x}px`, top: `${y}px` }}
        aria-label={offscreen ? `${label} (out of sight)` : label}
        aria-expanded={stack ? open : undefined}
        title={label}
        data-offscreen={offscreen || undefined}
        data-unsent={unsent || undefined}
        onClick={() => (stack ? setOpen(!open) : onOpen(first.annotation.id))}
      >
        {stack ? marked.length : <Icon name={glyphs[sign]} size={14} />}
        {!stack && first.author?.mark && <AuthorMark mark={first.author.mark} small />}
      </button>
      {stack && open && (
        <StackMenu marked={marked} x={x} y={y} onOpen={onOpen} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

interface MenuProps extends Pick<BadgeProps, 'marked' | 'x' | 'y' | 'onOpen'> {
  onClose: () => void;
}

function StackMenu({ marked, x, y, onOpen, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  useBeside(menu, { x: x - 11, y: y - 11, width: 22, height: 22 });
  useFocus(first);
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else moveFocus(event, menu.current, '.nga-menu-item');
  };
  const focusOut = ({ relatedTarget, currentTarget }: FocusEvent & { currentTarget: HTMLElement }) => {
    // A click on its own badge closes the menu.
    const inside = [currentTarget, currentTarget.previousElementSibling].some(
      (one) => relatedTarget instanceof Node && one?.contains(relatedTarget),
    );
    if (!inside) onClose();
  };
  return (
    <div
      class="nga-menu nga-surface"
      role="dialog"
      aria-label="Comments here"
      ref={menu}
      onKeyDown={keyDown}
      onFocusOut={focusOut}
    >
      {marked.map((one, at) => (
        <button
          key={one.annotation.id}
          ref={at === 0 ? first : null}
          type="button"
          class="nga-menu-item"
          aria-label={describe(one)}
          onClick={() => {
            onClose();
            onOpen(one.annotation.id);
          }}
        >
          <Glyph sign={signOf(one.annotation, one.lost)} />
          {one.author?.mark && <AuthorMark mark={one.author.mark} />}
          <span dir="auto">{one.annotation.annotationText}</span>
        </button>
      ))}
    </div>
  );
}

function describe({ annotation, lost, author }: Marked): string {
  const by = author === null ? '' : `, by ${author.name === 'You' ? 'you' : author.name}`;
  return `${signWord(annotation, lost)}${by}: ${annotation.annotationText}`;
}
