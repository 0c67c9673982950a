/**
 * Runs in the shield: a transparent document of the extension above the page while a person picks a target. The pointer's
 * events happen in this document, so no listener of the page gets them, however early it was added.
 */
import type { ShieldMessage } from './shield-messages.ts';

// Only the overlay knows it: the page cannot read the address of a frame of another origin.
const secret = location.hash.slice(1);

addEventListener('message', ({ data, ports: [port] }) => {
  if (data !== secret || port === undefined) return;
  report(port);
});

function report(port: MessagePort): void {
  const send = (type: ShieldMessage['type'], event: PointerEvent): void => {
    const { clientX, clientY, screenX, screenY, pointerId, shiftKey, pointerType, isTrusted } = event;
    if (!isTrusted) return;
    const message: ShieldMessage = {
      ...{ type, x: clientX, y: clientY, screenX, screenY, pointerId, shiftKey },
      touch: pointerType === 'touch',
    };
    port.postMessage(message);
  };
  addEventListener('pointermove', (event) => send('move', event));
  addEventListener('pointerdown', (event) => {
    if (event.button !== 0 || !event.isPrimary) return;
    document.documentElement.setPointerCapture(event.pointerId);
    send('down', event);
  });
  addEventListener('pointercancel', (event) => send('cancel', event));
  // Not when the pointer is released: the shield is removed then, and the page would get the click.
  addEventListener('click', (event) => send('up', event));
  // The focus stays where it is.
  addEventListener('mousedown', (event) => event.preventDefault());
  addEventListener('contextmenu', (event) => event.preventDefault());
}
