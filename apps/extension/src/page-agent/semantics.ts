/** Value and states of an element, and whether a person can use it. Roles are roles.ts, names are names.ts. */
import { redacted } from '@annotate-mcp/page-facts';

import { shadowRootOf } from './composed.ts';
import { drawnText, editContextOf } from './edit-context.ts';
import { oneLine } from './names.ts';
import { oncePerTurn } from './once-per-turn.ts';
import { isMasked } from './secrets.ts';

const interactiveRoles = new Set([
  'button',
  'checkbox',
  'combobox',
  'file',
  'gridcell',
  'link',
  'listbox',
  'menuitem',
  'menuitemcheckbox',
  'menuitemradio',
  'option',
  'radio',
  'scrollbar',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'tab',
  'textbox',
  'treeitem',
]);

/** Whether a person can use the element, so that it needs a ref. */
export function isInteractive(element: Element, role: string | null): boolean {
  if (role !== null && interactiveRoles.has(role)) return true;
  if (element.getAttribute('draggable') === 'true') return true;
  if (element instanceof HTMLMediaElement) return element.controls;
  return role !== null && element instanceof HTMLElement && (element.draggable || element.isContentEditable);
}

const fieldRoles = new Set(['combobox', 'searchbox', 'spinbutton', 'textbox']);

export function isFieldRole(role: string | null): boolean {
  return role !== null && fieldRoles.has(role);
}

const tagsWithValue = new Set(['input', 'meter', 'progress', 'select', 'textarea']);

export function valueOf(element: Element, role: string | null): string | null {
  const value = ownValue(element, role);
  if (value === '' || (value === null && role !== 'textbox')) return value;
  return isMasked(element) ? redacted : value;
}

function ownValue(element: Element, role: string | null): string | null {
  if (!tagsWithValue.has(element.localName)) return role === null ? null : statedValue(element, role);
  if (element instanceof HTMLInputElement) {
    if (element.type === 'file') return namesOf(element.files);
    if (['checkbox', 'radio', 'button', 'submit', 'reset', 'image'].includes(element.type)) return null;
    if (element.type === 'password') return element.value === '' ? '' : redacted;
    return oneLine(element.value, 200);
  }
  if (element instanceof HTMLTextAreaElement) return oneLine(drawnText(element) || element.value, 200);
  if (element instanceof HTMLSelectElement)
    return oneLine([...element.selectedOptions].map(({ label }) => label).join(', '), 200);
  if (element instanceof HTMLProgressElement)
    return element.hasAttribute('value') ? String(element.value) : null;
  if (element instanceof HTMLMeterElement) return String(element.value);
  return role === null ? null : statedValue(element, role);
}

function namesOf(files: FileList | null): string {
  return oneLine([...(files ?? [])].map(({ name }) => name).join(', '), 200);
}

function statedValue(element: Element, role: string): string | null {
  const context = role === 'textbox' ? editContextOf(element) : null;
  if (context !== null) return oneLine(drawnText(element) || context.text, 200);
  return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
}

const mostOptions = 25;

/** What can be chosen in a native select; `null` for other elements. */
export function optionsOf(element: Element): string | null {
  if (element.localName !== 'select' || !(element instanceof HTMLSelectElement)) return null;
  if (element.multiple || element.options.length === 0) return null;
  const listed = [...element.options]
    .slice(0, mostOptions)
    .map(({ label, disabled }) => oneLine(label, 60) + (disabled ? ' (disabled)' : ''));
  const more = element.options.length - listed.length;
  return `options: ${listed.join(' | ')}${more > 0 ? ` | … ${more} more` : ''}`;
}

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
  if (focusedElements().has(element)) states.push('focused');
  return states.length < 2 ? states : [...new Set(states)];
}

/** What the button opens, if the button does not say itself whether that is open. */
function popoverOf(element: Element): Element | null {
  if (!element.hasAttribute('popovertarget') || element.hasAttribute('aria-expanded')) return null;
  return element instanceof HTMLButtonElement ? element.popoverTargetElement : null;
}

function addAttributeStates(element: Element, states: string[]): void {
  for (const [attribute, word] of stateWords) {
    const value = element.getAttribute(attribute);
    if (value === 'true' || value === 'mixed') states.push(value === 'mixed' ? 'mixed' : word);
    else if (value === 'false' && attribute === 'aria-expanded') states.push('collapsed');
  }
}

/** Of HTML. A custom element may have the properties of a field, too. */
const tagsWithState = new Set(['details', 'input', 'option', 'progress', 'select', 'textarea']);

function addTagStates(element: Element, states: string[]): void {
  if (element instanceof HTMLInputElement && element.indeterminate) states.push('mixed');
  else if (element instanceof HTMLInputElement && element.checked) states.push('checked');
  if (element instanceof HTMLProgressElement && !element.hasAttribute('value')) states.push('indeterminate');
  if (element instanceof HTMLOptionElement && element.selected) states.push('selected');
  if (element instanceof HTMLDetailsElement) states.push(element.open ? 'expanded' : 'collapsed');
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
] as const;
/** To ask once instead of once for each of them. */
const withStateAttribute = stateWords.map(([attribute]) => `[${attribute}]`).join();

function levelOf(element: Element): string | null {
  return element.getAttribute('aria-level') ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? null;
}

export function isDisabled(element: Element): boolean {
  return element.matches(':disabled, [aria-disabled="true"], [inert], [inert] *');
}

/** What has the focus, and the hosts of the shadow roots that it is in. */
const focusedElements = oncePerTurn((): ReadonlySet<Element> => {
  const focused = new Set<Element>();
  let element = document.activeElement === document.body ? null : document.activeElement;
  for (; element !== null; element = shadowRootOf(element)?.activeElement ?? null) focused.add(element);
  return focused;
});
