/** Catches the pointer by a frame of the extension above the page: see shield-page.ts. */
import { catchInPage, type CatchPointer, elementAt, type PointerInput } from '@annotate-mcp/overlay';

import { type ShieldMessage, shieldMessageSchema } from './shield-messages.ts';

/** The rest of a double click must not reach the page either. */
const lingerMs = 400;

/** Adds the shield to the overlay. It is hidden until a person picks a target, and loaded by then. */
export function createShield(root: ShadowRoot): CatchPointer {
  let onMessage: ((message: ShieldMessage) => void) | null = null;
  const shield = addFrame(root, (message) => onMessage?.(message));
  return (overlay, onInput) => {
    let stopEarly: (() => void) | null = null;
    onMessage = (message) => {
      const input = inputOf(message, overlay);
      if (input !== null) onInput(input);
    };
    const catching = onMessage;
    const start = (): void => {
      if (onMessage !== catching) return;
      stopEarly?.();
      stopEarly = null;
      shield.show(true);
    };
    // Until the frame has loaded, the page's own windows have to do.
    if (!shield.isLoaded()) stopEarly = catchInPage(overlay, onInput);
    void shield.loaded.then(start);
    return () => {
      stopEarly?.();
      onMessage = null;
      setTimeout(() => onMessage === null && shield.show(false), lingerMs);
    };
  };
}

function addFrame(root: ShadowRoot, onMessage: (message: ShieldMessage) => void) {
  const frame = document.createElement('iframe');
  const secret = crypto.randomUUID();
  const loaded = Promise.withResolvers<undefined>();
  let isLoaded = false;
  frame.src = `${chrome.runtime.getURL('shield.html')}#${secret}`;
  frame.setAttribute('aria-hidden', 'true');
  frame.tabIndex = -1;
  frame.style.cssText =
    'position:fixed;inset:0;width:100%;height:100%;border:0;background:none;color-scheme:normal;pointer-events:auto';
  const show = (on: boolean): void => {
    frame.style.display = on ? 'block' : 'none';
  };
  show(false);
  // Again when the overlay moves into a dialog of the page, which loads the frame again.
  frame.addEventListener('load', () => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      const message = shieldMessageSchema.safeParse(data);
      if (message.success) onMessage(message.data);
    };
    frame.contentWindow?.postMessage(secret, '*', [port2]);
    isLoaded = true;
    loaded.resolve(undefined);
  });
  root.prepend(frame);
  return { loaded: loaded.promise, isLoaded: () => isLoaded, show };
}

function inputOf(message: ShieldMessage, overlay: Element): PointerInput | null {
  const { type, x, y, screenX, screenY, pointerId, shiftKey, touch } = message;
  const element = elementAt(window, { x, y }, { overlay, shadowRootOf });
  if (element === null) return null;
  return {
    type,
    element,
    at: { x, y },
    screen: { x: screenX, y: screenY },
    pointerId,
    gather: shiftKey,
    touch,
  };
}

function shadowRootOf(element: Element): ShadowRoot | null {
  return element instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(element) : element.shadowRoot;
}
