/** Test files share a page, which saves loading it for each; after each file the page is as before it. */
import { afterAll, vi } from 'vitest';
import { page } from 'vitest/browser';

const { head, body, documentElement } = document;
const removeListeners = recordListeners();
const address = location.href;
const { innerWidth: width, innerHeight: height } = window;
const restored = [documentElement, head, body].map((element) => ({
  element,
  children: [...element.childNodes],
  attributes: new Map([...element.attributes].map(({ name, value }) => [name, value])),
}));
const styleSheets = [...document.adoptedStyleSheets];

afterAll(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  removeListeners();
  for (const { element, children, attributes } of restored) {
    element.replaceChildren(...children);
    for (const { name } of [...element.attributes]) if (!attributes.has(name)) element.removeAttribute(name);
    for (const [name, value] of attributes) element.setAttribute(name, value);
  }
  document.adoptedStyleSheets = styleSheets;
  CSS.highlights.clear();
  sessionStorage.clear();
  localStorage.clear();
  if (location.href !== address) history.replaceState(null, '', address);
  scrollTo(0, 0);
  if (innerWidth !== width || innerHeight !== height) await page.viewport(width, height);
});

type Listener = Parameters<EventTarget['addEventListener']>;

/** Records what begins to listen to the window and the document. Returns a function that removes those listeners. */
function recordListeners(): () => void {
  const removals = [window, document].map((target: EventTarget) => {
    const added: Listener[] = [];
    target.addEventListener = (...listener: Listener) => {
      added.push(listener);
      EventTarget.prototype.addEventListener.apply(target, listener);
    };
    return () => {
      Reflect.deleteProperty(target, 'addEventListener');
      for (const [type, callback, options] of added) target.removeEventListener(type, callback, options);
    };
  });
  return () => removals.forEach((remove) => remove());
}
