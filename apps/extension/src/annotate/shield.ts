/** Catches the pointer by a frame of the extension above the page: see shield-page.ts. */
import { type CatchPointer, elementAt } from '@annotate-mcp/overlay';

import { shieldMessageSchema } from './shield-messages.ts';

/** The rest of a double click must not reach the page either. */
const lingerMs = 400;

export function catchByShield(root: ShadowRoot): CatchPointer {
  return (overlay, onInput) => {
    const frame = document.createElement('iframe');
    const secret = crypto.randomUUID();
    frame.src = `${chrome.runtime.getURL('shield.html')}#${secret}`;
    frame.setAttribute('aria-hidden', 'true');
    frame.tabIndex = -1;
    frame.style.cssText =
      'position:fixed;inset:0;width:100%;height:100%;border:0;background:none;color-scheme:normal;pointer-events:auto';
    let stopped = false;
    // Again when the overlay moves into a dialog of the page, which loads the frame again.
    frame.addEventListener('load', () => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => {
        const message = shieldMessageSchema.safeParse(data);
        if (!message.success || stopped) return;
        const { type, x, y, screenX, screenY, pointerId, shiftKey, touch } = message.data;
        const element = elementAt(window, { x, y }, { overlay, shadowRootOf });
        if (element === null) return;
        const screen = { x: screenX, y: screenY };
        onInput({ type, element, at: { x, y }, screen, pointerId, gather: shiftKey, touch });
      };
      frame.contentWindow?.postMessage(secret, '*', [port2]);
    });
    root.prepend(frame);
    return () => {
      stopped = true;
      setTimeout(() => frame.remove(), lingerMs);
    };
  };
}

function shadowRootOf(element: Element): ShadowRoot | null {
  return element instanceof HTMLElement ? chrome.dom.openOrClosedShadowRoot(element) : element.shadowRoot;
}
