/**
 * An element of the page with this content in its shadow root, as bundlers show errors. The page that runs the tests has
 * the client of Vite, which makes the elements of that name from an error.
 */
export function showErrorOverlay(tag: string, html: string): HTMLElement {
  const Known = customElements.get(tag);
  const overlay = Known === undefined ? document.createElement(tag) : new Known({ message: '', stack: '' });
  const root = overlay.shadowRoot ?? overlay.attachShadow({ mode: 'open' });
  root.innerHTML = html;
  document.body.append(overlay);
  return overlay;
}
