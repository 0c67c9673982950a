/** What the style of an element says of whether a person sees it. */
import { renderedParent, styleOf } from '@annotate-mcp/page-facts/elements';

/** A box that cuts off what is in it, and has no room for it: nothing of it can be seen. */
export function isCutAway(element: Element): boolean {
  const style = styleOf(element);
  return style.overflow !== 'visible' && style.display !== 'contents' && isTiny(element);
}

/** In the layout: what opens with an animation has no size on the screen yet. */
export function isTiny(element: Element): boolean {
  if (element instanceof HTMLElement) return element.offsetWidth <= 1 || element.offsetHeight <= 1;
  const { width, height } = element.getBoundingClientRect();
  return width <= 1 || height <= 1;
}

/**
 * It is in the page for others than those who see it: clipped or scaled to nothing, or beyond the beginning of the page.
 */
export function isConcealed(element: Element): boolean {
  const style = styleOf(element);
  // Outdated, but what most libraries use for it.
  const clip = style.getPropertyValue('clip');
  if (clip === 'rect(0px, 0px, 0px, 0px)' || /^inset\((?:50|100)%\)$/.test(style.clipPath)) return true;
  const { right, bottom, width, height } = element.getBoundingClientRect();
  return width === 0 || height === 0 || right + scrollX <= 0 || bottom + scrollY <= 0;
}

/** A box without a height or a width that cuts off what is in it, such as a closed panel. */
export function isCollapsed(element: Element): boolean {
  if (element.firstElementChild === null) return false;
  const style = styleOf(element);
  // Asked first, because it takes the least time. It is the same for both directions, or at least not "visible" for both.
  if (style.overflowY === 'visible' || !(element instanceof HTMLElement)) return false;
  if ((element.offsetWidth > 0 && element.offsetHeight > 0) || /^(?:contents|inline)$/.test(style.display))
    return false;
  // The field of an editor often is such a box, or is alone in one.
  if (element.matches(fields)) return false;
  if (element.textContent.trim() === '' && element.querySelector(fields) !== null) return false;
  if (isChanging(element)) return false;
  const escaping = style.position === 'static' ? ['absolute', 'fixed'] : ['fixed'];
  return ![...element.querySelectorAll('*')].some((inner) => escaping.includes(styleOf(inner).position));
}

/** A person neither sees it nor can press it. Custom selects have a field like this. */
export function isFadedOut(element: Element): boolean {
  const { opacity, pointerEvents } = styleOf(element);
  if (opacity !== '0' || pointerEvents !== 'none' || isChanging(element)) return false;
  return !element.matches(fields) && element.querySelector(fields) === null;
}

/** It may be about to open, or the box is that it is in. In a tab behind others, animations take seconds to begin. */
function isChanging(element: Element): boolean {
  if ([...element.classList].some((name) => enteringClass.test(name))) return true;
  const animations = [element, renderedParent(element)].flatMap((each) => each?.getAnimations() ?? []);
  return animations.some(({ playState }) => playState === 'running');
}

/** What Vue and React Transition Group call an element that begins to open. */
const enteringClass = /-enter(?:-from|-active|-to)?$/;

const fields = 'input, select, textarea, [contenteditable], [role=combobox], [role=textbox]';
