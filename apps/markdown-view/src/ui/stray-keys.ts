/**
 * Keeps typed words from becoming commands. A person who types believes that a field has the focus; where it does not,
 * because a selection failed, a field is still opening or was closed by someone else, letters do nothing until the
 * person clicks or moves with a key.
 */
import { stillness } from '../document/input.ts';
import type { ViewStateContainer } from '../state/reducer.ts';

interface StrayKeyDeps {
  readonly root: HTMLElement;
  readonly state: ViewStateContainer;
}

export interface StrayKeys {
  /** A field was asked for and gets the focus later: what is typed until then belongs to it. */
  readonly expectField: () => void;
  readonly stop: () => void;
}

/** Listens before every other listener, until `stop` is called. */
export function guardStrayKeys({ root, state }: StrayKeyDeps): StrayKeys {
  const closing = new AbortController();
  const options = { signal: closing.signal, capture: true };
  let inDoubt = false;
  let opening = false;
  const presses = followPresses(options, (outcome) => {
    opening = false;
    inDoubt = outcome === 'nothing';
  });
  const keyDown = (event: KeyboardEvent) => {
    if (isModifier(event.key)) return;
    if (isField(event.target)) {
      // Typed text does not end with its field; a key that leaves the field ends it.
      inDoubt = !leavesField(event);
      return;
    }
    if (!isTyped(event)) {
      inDoubt = opening = false;
      return;
    }
    const field = opening ? openedField(root) : null;
    if (field !== null) {
      // The letter itself goes into the field too, and to no other listener.
      event.stopPropagation();
      field.focus();
    } else if (opening || inDoubt || presses.underWay()) event.preventDefault();
  };
  addEventListener('keydown', keyDown, options);
  addEventListener('focusin', ({ target }) => (opening &&= !isField(target)), options);
  const unsubscribe = state.subscribe((now, before) => {
    const opened =
      (now.composing !== null && now.composing !== before.composing) ||
      (now.textFix !== null && before.textFix === null) ||
      (now.finding && !before.finding);
    if (opened) opening = true;
  });
  const giveUp = () => {
    if (openedField(root) === null) opening = false;
  };
  return {
    expectField() {
      opening = true;
      // The field is drawn in the next frame, or there is none.
      requestAnimationFrame(() => requestAnimationFrame(giveUp));
    },
    stop() {
      unsubscribe();
      closing.abort();
    },
  };
}

/** Whether typed text goes into this element. */
export function isField(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return !/^(?:checkbox|radio|button)$/.test(target.type);
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Whether all letters are commands here: in the document and on a card. */
export function isInReview(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('.document, .mdv-card') !== null;
}

/** What opens and still has no focus, the first field of it first. */
function openedField(root: HTMLElement): HTMLElement | null {
  const places = ['.mdv-find input', '.mdv-composing textarea', '.mdv-card--active textarea'];
  for (const place of places) {
    const field = root.querySelector<HTMLElement>(place);
    if (field !== null) return field;
  }
  return null;
}

function isModifier(key: string): boolean {
  return /^(?:Shift|Control|Alt|AltGraph|Meta|CapsLock|Dead|Process)$/.test(key);
}

function leavesField({ key, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Escape' || key === 'Tab' || (key === 'Enter' && (shiftKey || ctrlKey || metaKey));
}

/** What a person types into a field: also the blank, which would press a button, and Enter, which would follow a link. */
function isTyped({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Enter');
}

type Outcome = 'click' | 'selection' | 'nothing';

/** Tells what the person achieved by pressing the pointer's button: `nothing` after a drag that selected nothing. */
function followPresses(
  options: AddEventListenerOptions,
  onEnd: (outcome: Outcome) => void,
): { readonly underWay: () => boolean } {
  let pressed: { x: number; y: number; selected: Selected | null } | null = null;
  const end = ({ clientX, clientY }: MouseEvent) => {
    if (pressed === null) return;
    const { x, y, selected } = pressed;
    pressed = null;
    const now = selectedNow();
    if (Math.hypot(clientX - x, clientY - y) <= stillness) onEnd('click');
    else onEnd(now === null || isSame(now, selected) ? 'nothing' : 'selection');
  };
  const begin = ({ clientX: x, clientY: y, pointerType }: PointerEvent) => {
    // A finger that moves scrolls.
    if (pointerType === 'touch') onEnd('click');
    else pressed = { x, y, selected: selectedNow() };
  };
  addEventListener('pointerdown', begin, options);
  for (const type of ['pointerup', 'dragend'] as const) addEventListener(type, end, options);
  // The browser does not report when the button is released on a scroll bar.
  const release = ({ buttons }: PointerEvent) => {
    if (buttons === 0) pressed = null;
  };
  addEventListener('pointermove', release, options);
  return { underWay: () => pressed !== null };
}

type Selected = Pick<Selection, 'anchorNode' | 'anchorOffset' | 'focusNode' | 'focusOffset'>;

function selectedNow(): Selected | null {
  const selection = getSelection();
  if (selection === null || selection.isCollapsed) return null;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  return { anchorNode, anchorOffset, focusNode, focusOffset };
}

function isSame(left: Selected, right: Selected | null): boolean {
  return (
    left.anchorNode === right?.anchorNode &&
    left.anchorOffset === right.anchorOffset &&
    left.focusNode === right.focusNode &&
    left.focusOffset === right.focusOffset
  );
}
