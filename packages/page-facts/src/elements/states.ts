/** The states that a page says of an element: checked, expanded, disabled. */
import { shadowRootOf } from './composed.ts';
import { oncePerTurn } from './once-per-turn.ts';
import { isTag } from './tags.ts';

export function statesOf(element: Element, role: string | null): string[] {
  const states: string[] = [];
  const level = role === 'heading' ? levelOf(element) : null;
  if (level !== null) states.push(`level=${level}`);
  if (element.matches(withStateAttribute)) addAttributeStates(element, states);
  const mayHaveState = tagsWithState.has(element.localName) || element.localName.includes('-');
  if (mayHaveState) addTagStates(element, states);
  const popover = element.localName === 'button' ? popoverOf(element) : null;
  if (popover !== null) states.push(popover.matches(':popover-open') ? 'expanded' : 'collapsed');
  if (isDisabled(element)) states.push('disabled');
  if (mayHaveState && 'required' in element && element.required === true) states.push('required');
  if (mayHaveState && 'readOnly' in element && element.readOnly === true) states.push('readonly');
  if (isFocused(element)) states.push('focused');
  return states.length < 2 ? states : [...new Set(states)];
}

/** What the button opens, if the button does not say itself whether that is open. */
function popoverOf(element: Element): Element | null {
  if (!element.hasAttribute('popovertarget') || element.hasAttribute('aria-expanded')) return null;
  return isTag(element, 'button') ? element.popoverTargetElement : null;
}

function addAttributeStates(element: Element, states: string[]): void {
  for (const [attribute, word] of stateWords) {
    const value = element.getAttribute(attribute);
    if (value === 'true' || value === 'mixed') states.push(value === 'mixed' ? 'mixed' : word);
    else if (value === 'false' && attribute === 'aria-expanded') states.push('collapsed');
    else if (wordyStates.has(attribute) && value !== null && !/^(?:|false)$/.test(value)) states.push(word);
  }
}

/** Of HTML. A custom element may have the properties of a field as well. */
const tagsWithState = new Set(['details', 'input', 'option', 'progress', 'select', 'textarea']);

function addTagStates(element: Element, states: string[]): void {
  if (isTag(element, 'input') && element.indeterminate) states.push('mixed');
  else if (isTag(element, 'input') && element.checked) states.push('checked');
  if (isTag(element, 'progress') && !element.hasAttribute('value')) states.push('indeterminate');
  if (isTag(element, 'option') && element.selected) states.push('selected');
  if (isTag(element, 'details')) states.push(element.open ? 'expanded' : 'collapsed');
}

const stateWords = [
  ['aria-checked', 'checked'],
  ['aria-expanded', 'expanded'],
  ['aria-selected', 'selected'],
  ['aria-pressed', 'pressed'],
  ['aria-current', 'current'],
  ['aria-required', 'required'],
  ['aria-invalid', 'invalid'],
  ['aria-busy', 'busy'],
  ['aria-readonly', 'readonly'],
] as const;
/** They also say which: `aria-current="page"`, `aria-invalid="spelling"`. */
const wordyStates: ReadonlySet<string> = new Set(['aria-current', 'aria-invalid']);
/** To ask once instead of once for each of them. */
const withStateAttribute = stateWords.map(([attribute]) => `[${attribute}]`).join();

function levelOf(element: Element): string | null {
  return element.getAttribute('aria-level') ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? null;
}

export function isDisabled(element: Element): boolean {
  return element.matches(':disabled, [aria-disabled="true"], [inert], [inert] *');
}

/** What has the focus in a document, and the hosts of the shadow roots that it is in. */
const focusedElements = oncePerTurn(() => new Map<Document, ReadonlySet<Element>>());

function isFocused(element: Element): boolean {
  const { ownerDocument } = element;
  const focused = focusedElements().get(ownerDocument) ?? findFocused(ownerDocument);
  focusedElements().set(ownerDocument, focused);
  return focused.has(element);
}

function findFocused({ activeElement, body }: Document): ReadonlySet<Element> {
  const focused = new Set<Element>();
  let element = activeElement === body ? null : activeElement;
  for (; element !== null; element = shadowRootOf(element)?.activeElement ?? null) focused.add(element);
  return focused;
}
