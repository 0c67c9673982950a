import type { TextTrial } from './text-trial.ts';

/** Keys and clicks on the text are for its editor, not for the app: a link is not followed, no shortcut fires. */
const ownEvents = [
  ...['keydown', 'keyup', 'keypress', 'beforeinput', 'input', 'paste', 'focusin', 'focusout'],
  ...['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'dblclick', 'submit'],
] as const;

export interface EditHandlers {
  readonly onText: () => void;
  /** Ctrl+Enter or Cmd+Enter was pressed. */
  readonly onSubmit: () => void;
}

/** Lets the person type into the element itself. Returns what ends that. */
export function editInPlace(element: HTMLElement, text: TextTrial, handlers: EditHandlers): () => void {
  const pageWindow = element.ownerDocument.defaultView;
  const before = element.getAttribute('contenteditable');
  element.setAttribute('contenteditable', 'plaintext-only');
  const onEvent = (event: Event) => {
    if (!event.composedPath().includes(element)) return;
    event.stopImmediatePropagation();
    if (event.type === 'click' || event.type === 'submit') event.preventDefault();
    if (event.type === 'focusin') text.startTyping();
    if (event.type === 'focusout') text.endTyping();
    if (event.type === 'keydown') onKey(event, element, handlers);
    if (event.type !== 'input') return;
    text.startTyping();
    text.readTyped();
    handlers.onText();
  };
  for (const type of ownEvents) pageWindow?.addEventListener(type, onEvent, true);
  return () => {
    for (const type of ownEvents) pageWindow?.removeEventListener(type, onEvent, true);
    text.endTyping();
    if (before === null) element.removeAttribute('contenteditable');
    else element.setAttribute('contenteditable', before);
  };
}

/** A text of one line: Enter ends it. */
function onKey(event: Event, element: HTMLElement, { onSubmit }: EditHandlers): void {
  if (!(event instanceof KeyboardEvent) || event.key !== 'Enter' || event.isComposing) return;
  event.preventDefault();
  element.blur();
  if (event.ctrlKey || event.metaKey) onSubmit();
}
