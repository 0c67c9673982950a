import { relay } from '../layer/relay.ts';
import { keyCommands, type KeyCommand } from '../state/config.ts';
import { eachWindowOnFocus } from '../window/frames.ts';
import { isField } from '../window/is-field.ts';

export interface KeyHandlers {
  readonly command: (command: KeyCommand) => void;
  /** True when there was something to step back from; then the app does not see the key. */
  readonly escape: (event: KeyboardEvent) => boolean;
  /** Arrow keys and Enter belong to the overlay only while this is true. */
  readonly inspecting: () => boolean;
  /** -1 towards the element, 1 towards the root. */
  readonly walk: (by: -1 | 1) => void;
  /** To what stands before (-1) or after (1) it. */
  readonly step: (by: -1 | 1) => void;
  readonly pick: (gather: boolean) => void;
  /** The overlay's root: a closed one hides from events what is in focus inside it. */
  readonly root?: ShadowRoot;
}

/** One listener on the window, and one on a same-origin frame once the focus has been there. */
export function watchKeys(
  target: Window,
  keys: Readonly<Record<KeyCommand, string | null>>,
  on: KeyHandlers,
): () => void {
  const shortcuts = keyCommands.flatMap((command) => {
    const key = keys[command];
    return key === null ? [] : [{ command, ...parseShortcut(key) }];
  });

  const onKeydown = (event: KeyboardEvent) => {
    // A key that ends a composition is the input method's, Esc included.
    if (event.isComposing) return;
    if (event.code === 'Escape') {
      if (!hasModifier(event) && on.escape(event)) swallow(event);
      return;
    }
    const element = focused(event, on.root);
    if (isField(element)) {
      if (on.root !== undefined) relay(event, on.root);
      return;
    }
    const shortcut = shortcuts.find((wanted) => isPressed(wanted, event));
    if (shortcut !== undefined) {
      swallow(event);
      if (!event.repeat) on.command(shortcut.command);
    } else if (on.inspecting() && !isOwn(event, on.root) && steer(event, on)) {
      swallow(event);
    } else if (on.root !== undefined) relay(event, on.root);
  };

  return eachWindowOnFocus(target, (view) => {
    view.addEventListener('keydown', onKeydown, true);
    return () => view.removeEventListener('keydown', onKeydown, true);
  });
}

export interface Shortcut {
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** `Alt+Shift+KeyA`; the last part is an `event.code`. */
export function parseShortcut(key: string): Shortcut {
  const parts = key.split('+').map((part) => part.trim());
  const has = (...names: string[]) => parts.slice(0, -1).some((part) => names.includes(part.toLowerCase()));
  return {
    code: parts.at(-1) ?? '',
    altKey: has('alt', 'option'),
    ctrlKey: has('ctrl', 'control'),
    metaKey: has('meta', 'cmd', 'command'),
    shiftKey: has('shift'),
  };
}

const modifiers = ['altKey', 'ctrlKey', 'metaKey', 'shiftKey'] as const;

function isPressed(shortcut: Shortcut, event: KeyboardEvent): boolean {
  return shortcut.code === event.code && modifiers.every((key) => shortcut[key] === event[key]);
}

function hasModifier(event: KeyboardEvent): boolean {
  return modifiers.some((key) => event[key]);
}

function steer(event: KeyboardEvent, on: KeyHandlers): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  if (event.code === 'Enter' || event.code === 'NumpadEnter') {
    if (!event.repeat) on.pick(event.shiftKey);
    return true;
  }
  if (event.shiftKey) return false;
  if (event.code === 'ArrowUp') on.walk(1);
  else if (event.code === 'ArrowDown') on.walk(-1);
  else if (event.code === 'ArrowLeft') on.step(-1);
  else if (event.code === 'ArrowRight') on.step(1);
  else return false;
  return true;
}

function focused(event: KeyboardEvent, root: ShadowRoot | undefined): Element | null {
  const [target] = event.composedPath();
  if (root !== undefined && target === root.host) return root.activeElement;
  // By its shape: an element of a frame is no instance of this window's Element.
  return target !== undefined && 'localName' in target ? (target as Element) : null;
}

function isOwn(event: Event, root: ShadowRoot | undefined): boolean {
  return root !== undefined && event.composedPath().includes(root.host);
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
