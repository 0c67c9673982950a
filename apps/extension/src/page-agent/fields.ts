/** Form fields: whether they accept text, what they contain, and fields whose value is chosen instead of typed. */
import { shadowRootOf } from '@annotate-mcp/page-facts/elements';

import { editContextOf, isKeyReceiver } from './edit-context.ts';
import { describeElement, type LocalTarget, locate } from './locate.ts';
import { isSecret } from './secrets.ts';

type FocusedField =
  | {
      readonly state: 'ready';
      readonly on: string;
      /** The text of an `editor` is not in the field, so that it must be selected by the keyboard. */
      readonly kind: 'text' | 'editor' | 'choice' | 'other';
    }
  | { readonly state: 'not-editable'; readonly on: string };

const untypeableTypes = [
  'button',
  'submit',
  'reset',
  'image',
  'checkbox',
  'radio',
  'file',
  'range',
  'color',
  'hidden',
];

/**
 * Focuses the field. The caret goes to the end of its text; with `clear` the text is selected. In what has the focus
 * already, the caret or the selection stays: an earlier key may have put it there.
 */
export function focusField(target: LocalTarget, clear: boolean): FocusedField | null {
  const element = locateField(target);
  if (element === null) return null;
  const on = describeElement(element);
  if (element instanceof HTMLSelectElement) return { state: 'ready', on, kind: 'choice' };
  if (!(element instanceof HTMLElement) && !(element instanceof SVGElement))
    return { state: 'not-editable', on };
  element.focus({ preventScroll: true });
  if (isSetByValue(element)) return { state: 'ready', on, kind: 'choice' };
  if (!isEditable(element))
    return { state: target.by === 'focus' ? 'ready' : 'not-editable', on, kind: 'other' };
  if (clear || target.by !== 'focus') placeCaret(element, clear);
  return { state: 'ready', on, kind: isKeyReceiver(element) ? 'editor' : 'text' };
}

/** A label stands for its field, and what contains only one field for that: editors and components have it inside. */
function locateField(target: LocalTarget): Element | null {
  const located = locate(target);
  if (!('element' in located)) return null;
  const { element } = located;
  if (target.by === 'focus' || isField(element)) return element;
  const labelled = element.closest('label')?.control ?? null;
  if (labelled !== null) return labelled;
  const inside = [element, shadowRootOf(element)].flatMap((root) => [
    ...(root?.querySelectorAll('input, textarea, select, [contenteditable], [role=textbox]') ?? []),
  ]);
  const [only, ...others] = inside.filter((each) => isField(each) && each.checkVisibility());
  return only === undefined || others.length > 0 ? element : only;
}

function isField(element: Element): boolean {
  return isEditable(element) || isSetByValue(element) || element instanceof HTMLSelectElement;
}

function isEditable(element: Element): boolean {
  if (element instanceof HTMLInputElement)
    return !untypeableTypes.includes(element.type) && !element.readOnly;
  if (element instanceof HTMLTextAreaElement) return !element.readOnly;
  return element instanceof HTMLElement && (element.isContentEditable || editContextOf(element) !== null);
}

// Their value is set directly: they consist of parts whose order depends on the locale.
function isSetByValue(element: Element): element is HTMLInputElement {
  return (
    element instanceof HTMLInputElement &&
    ['date', 'time', 'datetime-local', 'month', 'week', 'color', 'range'].includes(element.type)
  );
}

function placeCaret(element: Element, clear: boolean): void {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (clear) element.select();
    else if (element.selectionStart !== null)
      element.setSelectionRange(element.value.length, element.value.length);
    return;
  }
  if (editContextOf(element) !== null) return;
  const selection = getSelection();
  selection?.selectAllChildren(element);
  if (!clear) selection?.collapseToEnd();
}

/** `null` when it is chosen; otherwise what there is to choose from. */
export function choose(target: LocalTarget, text: string): string | null {
  const element = locateField(target);
  if (element === null) return 'it is gone';
  if (element instanceof HTMLSelectElement) return chooseOption(element, text);
  if (!isSetByValue(element)) return 'it has no values to choose from';
  setValue(element, text);
  return element.value === '' && text !== '' ? `it needs ${formats[element.type] ?? 'another format'}` : null;
}

const formats: Readonly<Record<string, string>> = {
  date: 'a date as 2026-01-31',
  time: 'a time as 13:45',
  'datetime-local': 'a time as 2026-01-31T13:45',
  month: 'a month as 2026-01',
  week: 'a week as 2026-W05',
  color: 'a colour as #336699',
  range: 'a number',
};

function chooseOption(select: HTMLSelectElement, text: string): string | null {
  const options = [...select.options];
  const wanted =
    options.find(({ value, label }) => value === text || label.trim() === text.trim()) ??
    options.find(({ label }) => label.trim().toLowerCase() === text.trim().toLowerCase());
  if (wanted === undefined)
    return `there is ${options
      .slice(0, 20)
      .map(({ label }) => JSON.stringify(label.trim()))
      .join(', ')}`;
  if (wanted.disabled) return `${JSON.stringify(text)} is disabled`;
  if (select.multiple) wanted.selected = true;
  else select.value = wanted.value;
  dispatchChange(select);
  return null;
}

function setValue(input: HTMLInputElement, value: string): void {
  input.value = value;
  dispatchChange(input);
}

function dispatchChange(element: Element): void {
  element.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

/** `null` for a secret, and for elements that have no value. */
export function fieldValue(target: LocalTarget): string | null {
  const element = locateField(target);
  if (element === null || isSecret(element)) return null;
  if (element instanceof HTMLInputElement) return element.value.slice(0, 500);
  if (element instanceof HTMLTextAreaElement)
    return isKeyReceiver(element) ? null : element.value.slice(0, 500);
  if (element instanceof HTMLSelectElement)
    return [...element.selectedOptions].map(({ label }) => label).join(', ');
  const context = editContextOf(element);
  if (context !== null) return context.text.slice(0, 500);
  if (!(element instanceof HTMLElement) || !element.isContentEditable)
    return element.getAttribute('aria-valuenow');
  // An empty editor contains a line break, which gives it a height.
  return element.innerText.replace(/\n$/, '').slice(0, 500);
}
