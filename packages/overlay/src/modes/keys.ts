import { forwardEvent } from '../layer/events.ts';
import { keyCommands, type KeyCommand } from '../state/config.ts';
import { captureOn } from '../window/first-listeners.ts';
import { eachWindowOnFocus } from '../window/focused-frames.ts';
import { isField } from '../window/is-field.ts';

export interface KeyHandlers {
  readonly onCommand: (command: KeyCommand) => void;
  /** Returns `true` when there was something to close; then the app does not get the key. */
  readonly onEscape: (event: KeyboardEvent) => boolean;
  /** Arrow keys, Enter and C belong to the overlay only while this is true. */
  readonly isPicking: () => boolean;
  /** To the child (-1) or to the parent (1). */
  readonly onWalk: (by: -1 | 1) => void;
  /** To the element before (-1) or after (1). */
  readonly onStep: (by: -1 | 1) => void;
  /** To the component around the element. */
  readonly onComponent: () => void;
  readonly onPick: (gather: boolean) => void;
  /** The overlay's root: a closed one hides from events what is in focus inside it. */
  readonly root?: ShadowRoot;
}

/** One listener on the window, and one on a same-origin frame once the focus has been there. */
export function watchKeys(
  target: Window,
  keys: Readonly<Record<KeyCommand, string | null>>,
  handlers: KeyHandlers,
): () => void {
  const shortcuts = keyCommands.flatMap((command) => {
    const key = keys[command];
    return key === null ? [] : [{ command, ...parseShortcut(key) }];
  });

  const onKeydown = (event: KeyboardEvent) => {
    // A key that ends a composition belongs to the input method, including Esc.
    if (event.isComposing) return;
    if (event.code === 'Escape') {
      if (!hasModifier(event) && handlers.onEscape(event)) suppress(event);
      else if (handlers.root !== undefined) forwardEvent(event, handlers.root);
      return;
    }
    const isTyping = isField(focused(event, handlers.root));
    const isOurs = isOnOverlay(event, handlers.root);
    const pressed = shortcuts.find((wanted) => isPressed(wanted, event));
    const shortcut =
      isTyping && (isOurs || pressed === undefined || !typesNothing(pressed)) ? undefined : pressed;
    if (shortcut !== undefined) {
      suppress(event);
      if (!event.repeat) handlers.onCommand(shortcut.command);
    } else if (!isTyping && !isOurs && handlers.isPicking() && handlePickingKey(event, handlers)) {
      suppress(event);
    } else if (handlers.root !== undefined) forwardEvent(event, handlers.root);
  };

  return eachWindowOnFocus(target, (pageWindow) => captureOn(pageWindow, 'keydown', onKeydown));
}

export interface Shortcut {
  readonly code: string;
  readonly altKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

/** `Alt+Shift+KeyA`; the last part is an `event.code`. Fifteen lines instead of a library in the first load. */
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

/** In a field, that is: on macOS, where it types a character, the character is held back. */
function typesNothing({ altKey, shiftKey, ctrlKey, metaKey }: Shortcut): boolean {
  return altKey && shiftKey && !ctrlKey && !metaKey;
}

function hasModifier(event: KeyboardEvent): boolean {
  return modifiers.some((key) => event[key]);
}

function handlePickingKey(event: KeyboardEvent, handlers: KeyHandlers): boolean {
  if (event.altKey || event.ctrlKey || event.metaKey) return false;
  if (event.code === 'Enter' || event.code === 'NumpadEnter') {
    if (!event.repeat) handlers.onPick(event.shiftKey);
    return true;
  }
  if (event.shiftKey) return false;
  if (event.code === 'ArrowUp') handlers.onWalk(1);
  else if (event.code === 'ArrowDown') handlers.onWalk(-1);
  else if (event.code === 'ArrowLeft') handlers.onStep(-1);
  else if (event.code === 'ArrowRight') handlers.onStep(1);
  else if (event.code === 'KeyC') handlers.onComponent();
  else return false;
  return true;
}

function focused(event: KeyboardEvent, root: ShadowRoot | undefined): Element | null {
  const [target] = event.composedPath();
  if (root !== undefined && target === root.host) return root.activeElement;
  // Not `instanceof`: an element of a frame is not an instance of this window's `Element`.
  return target !== undefined && 'localName' in target ? (target as Element) : null;
}

function isOnOverlay(event: Event, root: ShadowRoot | undefined): boolean {
  return root !== undefined && event.composedPath().includes(root.host);
}

function suppress(event: Event): void {
  event.preventDefault();
  event.stopImmediatePropagation();
}
