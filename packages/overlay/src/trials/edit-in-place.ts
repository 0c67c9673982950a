import type { TextTrial } from './text-trial.ts';

/** Keys and clicks on the text are for its editor, not for the app: a link is not followed, no shortcut fires. */
const ownEvents = [
  ...['keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'paste', 'focusin', 'focusout'],
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'dblclick'],
] as const;

export interface EditHandlers {
  readonly onText: () => void;
  /** Ctrl+Enter or Cmd+Enter was pressed. */
  readonly onSubmit: () => void;
}

/** Lets the person click into the element and type there. Returns what ends that. */
export function editInPlace(element: HTMLElement, text: TextTrial, handlers: EditHandlers): () => void {
  const pageWindow = element.ownerDocument.defaultView;
  // Only while the person types: it changes how the text breaks.
  const begin = () => {
    text.startTyping();
    element.setAttribute('contenteditable', 'plaintext-only');
  };
  const end = () => {
    text.endTyping();
    element.removeAttribute('contenteditable');
  };
  const onEvent = (event: Event) => {
    if (!event.composedPath().includes(element)) return;
    event.stopImmediatePropagation();
    if (event.type === 'click') event.preventDefault();
    if (event.type === 'pointerdown') begin();
    if (event.type === 'focusout') end();
    if (event.type === 'keydown') onKey(event, element, handlers);
    const isTyped = event.type === 'input' || (event.type === 'keydown' && typeSpace(event, element));
    if (!isTyped) return;
    text.readTyped();
    handlers.onText();
  };
  for (const type of ownEvents) pageWindow?.addEventListener(type, onEvent, true);
  return () => {
    for (const type of ownEvents) pageWindow?.removeEventListener(type, onEvent, true);
    end();
  };
}

/** A text of one line: Enter ends it. */
function onKey(event: Event, element: HTMLElement, { onSubmit }: EditHandlers): void {
  if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  element.blur();
  if (event.ctrlKey || event.metaKey) onSubmit();
}

/** The browser presses a button with the space key, also while its text is edited. */
function typeSpace(event: Event, { localName, ownerDocument }: HTMLElement): boolean {
  if (localName !== 'button' || !(event instanceof KeyboardEvent) || event.key !== ' ') return false;
  event.preventDefault();
  const selection = ownerDocument.getSelection();
  const range = selection === null || selection.rangeCount === 0 ? null : selection.getRangeAt(0);
  range?.deleteContents();
  // At the end of a text a common space would not be shown.
  range?.insertNode(ownerDocument.createTextNode('\u00a0'));
  range?.collapse(false);
  return range !== null;
}
