/** Value and states of an element, and whether a person can use it. Roles are roles.ts, names are names.ts. */
import { oneLine } from './names.ts';

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

export function valueOf(element: Element, role: string | null): string | null {
  if (element instanceof HTMLInputElement) {
    if (['checkbox', 'radio', 'button', 'submit', 'reset', 'image', 'file'].includes(element.type))
      return null;
    if (element.type === 'password') return element.value === '' ? '' : '••••';
    return oneLine(element.value, 200);
  }
  if (element instanceof HTMLTextAreaElement) return oneLine(element.value, 200);
  if (element instanceof HTMLSelectElement)
    return oneLine([...element.selectedOptions].map(({ label }) => label).join(', '), 200);
  if (element instanceof HTMLProgressElement)
    return element.hasAttribute('value') ? String(element.value) : null;
  if (element instanceof HTMLMeterElement) return String(element.value);
  if (role === null) return null;
  return element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
}

const mostOptions = 25;

/** What can be chosen in a native select; `null` for other elements. */
export function optionsOf(element: Element): string | null {
  if (!(element instanceof HTMLSelectElement) || element.multiple || element.options.length === 0)
    return null;
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
  for (const [attribute, word] of element.hasAttributes() ? stateWords : []) {
    const value = element.getAttribute(attribute);
    if (value === 'true' || value === 'mixed') states.push(value === 'mixed' ? 'mixed' : word);
    else if (value === 'false' && attribute === 'aria-expanded') states.push('collapsed');
  }
  if (element instanceof HTMLInputElement && element.indeterminate) states.push('mixed');
  else if (element instanceof HTMLInputElement && element.checked) states.push('checked');
  if (element instanceof HTMLProgressElement && !element.hasAttribute('value')) states.push('indeterminate');
  if (element instanceof HTMLOptionElement && element.selected) states.push('selected');
  if (element instanceof HTMLDetailsElement) states.push(element.open ? 'expanded' : 'collapsed');
  if (isDisabled(element)) states.push('disabled');
  if ('required' in element && element.required === true) states.push('required');
  if ('readOnly' in element && element.readOnly === true) states.push('readonly');
  if (isFocused(element)) states.push('focused');
  return [...new Set(states)];
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

function levelOf(element: Element): string | null {
  return element.getAttribute('aria-level') ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? null;
}

export function isDisabled(element: Element): boolean {
  return element.matches(':disabled, [aria-disabled="true"], [inert], [inert] *');
}

function isFocused(element: Element): boolean {
  // Nothing has the focus, also in shadow roots.
  if (document.activeElement === null || document.activeElement === document.body) return false;
  const root = element.getRootNode();
  return (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
}
