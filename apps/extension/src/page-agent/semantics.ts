/** The value of an element, and whether a person can use it. Its role, name and states are in page-facts. */
import { redacted } from '@annotate-mcp/page-facts';
import { oneLine } from '@annotate-mcp/page-facts/elements';

import { drawnText, editContextOf } from './edit-context.ts';
import { isInParts } from './parts.ts';
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
  if (role === 'group' && isInParts(element)) return true;
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
