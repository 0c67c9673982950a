/** Fields of a form by their labels, and what it takes to fill each kind of them. Typing is the driver's. */
import {
  isInside,
  labelsOf,
  nameOf,
  oneLine,
  renderedChildren,
  roleOf,
} from '@annotate-mcp/page-facts/elements';

import { describeElement, locate, type LocalTarget } from './locate.ts';
import { isInParts } from './parts.ts';
import { refOf } from './refs.ts';
import { isInteractive } from './semantics.ts';
import { isConcealed, isCutAway } from './styles.ts';

export interface FormField {
  readonly kind:
    /** Text is typed, or a value is set: dates, colours and the like. */
    | 'text'
    /** Typing opens suggestions. */
    | 'suggestions'
    | 'options'
    | 'check'
    | 'radio'
    | 'radios'
    /** One that is made of other elements: keys move it. */
    | 'slider'
    /** A select that is made of other elements: a click opens its options. */
    | 'popup'
    /** A date or a time whose parts are fields of their own. */
    | 'parts';
  readonly on: string;
  readonly ref: string;
  /** The ref of what a person clicks on: the field, or the label of a hidden one. */
  readonly press: string;
  readonly checked: boolean;
}

type Found = { readonly ref: string } | { readonly problem: string };

const fieldRoles = new Set([
  'checkbox',
  'combobox',
  'listbox',
  'radio',
  'radiogroup',
  'searchbox',
  'slider',
  'spinbutton',
  'switch',
  'textbox',
]);

/** The field with this label. A label that several fields have, or that is only part of one, must be unique. */
export function findField(label: string): Found {
  const fields = elementsBelow(document.documentElement).filter(isField);
  const wanted = plain(label);
  const named = fields.map((element) => ({ element, name: plain(labelOf(element)) }));
  const exact = named.filter(({ name }) => name === wanted);
  const matches = exact.length > 0 ? exact : named.filter(({ name }) => name.includes(wanted));
  const [only, ...others] = mostVisible(matches.map(({ element }) => element));
  if (only === undefined) return { problem: `no field has the label ${JSON.stringify(label)}` };
  if (others.length > 0)
    return { problem: `${others.length + 1} fields have the label ${JSON.stringify(label)}` };
  return { ref: refOf(only) };
}

/** A component often has a second field with the same label, for forms or for assistive technology. */
function mostVisible(fields: readonly Element[]): readonly Element[] {
  const narrowed = [
    (field: Element) => pressable(field) !== null,
    (field: Element) => isShown(field) && !isConcealed(field) && field.closest('[aria-hidden=true]') === null,
    // A component and the field in it are one.
    (field: Element) => !fields.some((other) => other !== field && isInside(field, other)),
  ];
  return narrowed.reduce((left, isPreferred) => {
    const preferred = left.filter(isPreferred);
    return preferred.length > 0 ? preferred : left;
  }, fields);
}

function isField(element: Element): boolean {
  if (element instanceof HTMLInputElement)
    return !['hidden', 'button', 'submit', 'reset', 'image'].includes(element.type);
  if (element instanceof HTMLFieldSetElement) return element.querySelector('input[type=radio]') !== null;
  return fieldRoles.has(roleOf(element) ?? '') || opensList(element) || isInParts(element);
}

/** A select may be drawn as a button, with the label and the value in its name. */
function opensList(element: Element): boolean {
  return element.getAttribute('aria-haspopup') === 'listbox';
}

function labelOf(element: Element): string {
  const name = nameOf(element, roleOf(element));
  if (name !== '') return name;
  // The name of a field that is hidden itself is that of its label.
  if (element instanceof HTMLInputElement) return labelsOf(element)[0]?.textContent ?? element.placeholder;
  return element.getAttribute('placeholder') ?? '';
}

function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/[\s:*]+$/, '')
    .trim()
    .toLowerCase();
}

/** `null` when the target is gone. */
export function inspectField(target: LocalTarget): FormField | null {
  const located = locate(target);
  if (!('element' in located)) return null;
  const element = controlOf(located.element);
  return {
    kind: kindOf(element, roleOf(element)),
    on: describeElement(element),
    ref: refOf(element),
    press: refOf(pressable(element) ?? element),
    checked: isChecked(element),
  };
}

function kindOf(element: Element, role: string | null): FormField['kind'] {
  if (element instanceof HTMLSelectElement) return 'options';
  if (isInParts(element)) return 'parts';
  if (role === 'checkbox' || role === 'switch' || role === 'menuitemcheckbox') return 'check';
  if (role === 'radio') return 'radio';
  if (role === 'radiogroup' || element instanceof HTMLFieldSetElement) return 'radios';
  if (role === 'slider' && !(element instanceof HTMLInputElement)) return 'slider';
  if (role === 'button' && opensList(element)) return 'popup';
  if (role !== 'combobox') return 'text';
  return isTypedInto(element) ? 'suggestions' : 'popup';
}

/** The control of a label, and the element itself otherwise. */
function controlOf(element: Element): Element {
  return element instanceof HTMLLabelElement ? (element.control ?? element) : element;
}

function isTypedInto(element: Element): boolean {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) return !element.readOnly;
  return element instanceof HTMLElement && element.isContentEditable;
}

function isChecked(element: Element): boolean {
  return element instanceof HTMLInputElement
    ? element.checked
    : element.getAttribute('aria-checked') === 'true';
}

/** The element itself if a person sees it, or its label; `null` if neither is visible. */
function pressable(element: Element): Element | null {
  return [element, ...labelsOf(element)].find(isShown) ?? null;
}

function isShown(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1 && element.checkVisibility({ visibilityProperty: true });
}

/** `null` when the target is gone. */
export function isFieldChecked(target: LocalTarget): boolean | null {
  const located = locate(target);
  return 'element' in located ? isChecked(controlOf(located.element)) : null;
}

/** What to press so that the radio button with this label or value is chosen. The target is the group or one of it. */
export function pickRadio(target: LocalTarget, value: string): Found {
  const located = locate(target);
  if (!('element' in located)) return { problem: 'it is gone' };
  const radios = radiosOf(controlOf(located.element));
  const wanted = plain(value);
  const picked =
    radios.find((radio) => plain(labelOf(radio)) === wanted) ??
    radios.find((radio) => radio instanceof HTMLInputElement && radio.value === value);
  if (picked === undefined) return { problem: `there is ${listed(radios.map(labelOf))}` };
  return { ref: refOf(pressable(picked) ?? picked) };
}

function radiosOf(element: Element): Element[] {
  if (!(element instanceof HTMLInputElement)) {
    const group = element.closest('[role=radiogroup]') ?? element;
    return elementsBelow(group).filter((each) => roleOf(each) === 'radio');
  }
  const scope = element.form ?? document;
  return [...scope.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
    ({ name, form }) => name === element.name && form === element.form,
  );
}

/** Selects exactly these options. Returns what is wrong, or `null`. */
export function selectOptions(target: LocalTarget, values: readonly string[]): string | null {
  const located = locate(target);
  const select = 'element' in located ? controlOf(located.element) : null;
  if (!(select instanceof HTMLSelectElement)) return 'it is gone';
  if (values.length !== 1 && !select.multiple) return 'it takes one option';
  const options = [...select.options];
  const found = values.map((value) =>
    options.find((option) => option.value === value || plain(option.label) === plain(value)),
  );
  if (found.includes(undefined)) return `there is ${listed(options.map(({ label }) => label))}`;
  const disabled = found.find((option) => option?.disabled === true);
  if (disabled !== undefined) return `${JSON.stringify(disabled.label)} is disabled`;
  for (const option of options)
    if (option.selected !== found.includes(option)) option.selected = !option.selected;
  select.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
  select.dispatchEvent(new Event('change', { bubbles: true }));
  return null;
}

/** The visible option with this text, wherever the page has put it. */
export function findOption(value: string): Found {
  const wanted = plain(value);
  // Some libraries have a second list for screen readers, which is cut away: nothing in it can be pressed.
  const shown = elementsBelow(document.body, isCutAway).filter(isShown);
  const options = shown.filter((element) => roleOf(element) === 'option');
  const picked =
    options.find((option) => plain(nameOf(option, 'option')) === wanted) ??
    // Some libraries draw their options without a role.
    shown.findLast(
      (element) =>
        plain(element.textContent) === wanted &&
        getComputedStyle(element).cursor === 'pointer' &&
        !isInteractive(element, roleOf(element)),
    );
  if (picked !== undefined) return { ref: refOf(picked) };
  return { problem: `there is ${listed(options.map((option) => nameOf(option, 'option')))}` };
}

function listed(names: readonly string[]): string {
  const shown = names.slice(0, 20).map((name) => JSON.stringify(oneLine(name, 80)));
  return shown.length === 0 ? 'nothing to choose from' : shown.join(', ');
}

function elementsBelow(root: Element, isLeftOut: (element: Element) => boolean = () => false): Element[] {
  const found: Element[] = [];
  const visit = (element: Element): void => {
    if (isLeftOut(element)) return;
    found.push(element);
    for (const child of renderedChildren(element)) if (child instanceof Element) visit(child);
  };
  visit(root);
  return found;
}
