/** Form fields: whether they accept text, what they contain, and fields whose value is chosen instead of typed. */
import { shadowRootOf } from '@annotate-mcp/page-facts/elements';

import { drawn } from './conditions.ts';
import { editContextOf, isKeyReceiver } from './edit-context.ts';
import { describeElement, type LocalTarget, locate } from './locate.ts';
import { isSameText, isSameValue } from './same-value.ts';
import { isSecret } from './secrets.ts';

export type FocusedField =
  | {
      readonly state: 'ready';
      readonly on: string;
      /** The text of an `editor` is not in the field, so that it must be selected by the keyboard. */
      readonly kind: 'text' | 'rich' | 'editor' | 'choice' | 'other';
      /** What the field holds when the text has been typed; `null` when that is not known. */
      readonly wanted: string | null;
      /** Whether the whole of it can be typed again: it holds nothing that typing would lose. */
      readonly mayRepeat: boolean;
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
export function focusField(target: LocalTarget, clear: boolean, text = ''): FocusedField | null {
  const element = locateField(target);
  if (element === null) return null;
  const on = describeElement(element);
  const unknown = { state: 'ready', on, wanted: null, mayRepeat: false } as const;
  if (element instanceof HTMLSelectElement) return { ...unknown, kind: 'choice', wanted: text };
  if (!(element instanceof HTMLElement) && !(element instanceof SVGElement))
    return { state: 'not-editable', on };
  element.focus({ preventScroll: true });
  if (isSetByValue(element)) return { ...unknown, kind: 'choice', wanted: text };
  if (!isEditable(element))
    return target.by === 'focus' ? { ...unknown, kind: 'other' } : { state: 'not-editable', on };
  if (clear || target.by !== 'focus') placeCaret(element, clear);
  watchAdded();
  if (isKeyReceiver(element)) return { ...unknown, kind: 'editor' };
  const kind = isTextField(element) ? 'text' : 'rich';
  const wanted = textAfter(element, clear, text);
  return {
    ...unknown,
    kind,
    wanted,
    mayRepeat: clear || (wanted !== null && (kind === 'text' || wanted === text)),
  };
}

/** What the field holds after typing. A secret is not told, so that only what replaces it is known. */
function textAfter(element: Element, clear: boolean, text: string): string | null {
  // A segment of a date shows a form of its own.
  if (element.getAttribute('role') === 'spinbutton' && !isTextField(element)) return null;
  // Keys that leave a single line: it may be sent, or hold something else then.
  if (element instanceof HTMLInputElement && /[\n\t]/.test(text)) return null;
  if (clear || (isTextField(element) && element.value === '')) return text;
  if (isSecret(element)) return null;
  if (!isTextField(element)) {
    const before = element instanceof HTMLElement ? element.innerText.replace(/\n$/, '') : '';
    return getSelection()?.isCollapsed === true && isCaretAtEnd(element) ? before + text : null;
  }
  const { value, selectionStart, selectionEnd } = element;
  if (selectionStart === null || selectionEnd === null) return value === '' ? text : null;
  return value.slice(0, selectionStart) + text + value.slice(selectionEnd);
}

function isCaretAtEnd(element: Element): boolean {
  const selection = getSelection();
  if (selection === null || selection.rangeCount === 0) return false;
  const rest = document.createRange();
  rest.selectNodeContents(element);
  const { endContainer, endOffset } = selection.getRangeAt(0);
  if (!element.contains(endContainer)) return false;
  rest.setStart(endContainer, endOffset);
  return rest.toString().trim() === '';
}

function isTextField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement;
}

/** Whether the page has added something since a field got the focus, such as a panel below it. */
let added: { readonly observer: MutationObserver; seen: boolean } | null = null;

function watchAdded(): void {
  added?.observer.disconnect();
  const watched = {
    seen: false,
    observer: new MutationObserver((changes) => {
      watched.seen ||= changes.some(({ addedNodes }) =>
        [...addedNodes].some((node) => node instanceof Element),
      );
    }),
  };
  watched.observer.observe(document, { subtree: true, childList: true });
  added = watched;
}

export interface SettledField {
  /** `unknown` is what cannot be compared: the field is gone, or its text is elsewhere. */
  readonly holds: 'wanted' | 'other' | 'unknown';
  /** `null` for a secret, and for what has no value. */
  readonly value: string | null;
  readonly isSecret: boolean;
}

/** Takes the focus from the field, if it has it. */
export function leaveField(target: LocalTarget): void {
  const element = locateField(target);
  const root = element?.getRootNode();
  const hasFocus = (root instanceof Document || root instanceof ShadowRoot) && root.activeElement === element;
  if (hasFocus && element instanceof HTMLElement) element.blur();
}

/** How long a page has to show what was typed, and how long what it shows has to stay. */
const showMs = 500;
const quietMs = 150;
const mostMs = 1_500;

/** Waits until the field shows the same for some frames, and longer when the page has opened something. */
export async function settledField(target: LocalTarget, wanted: string | null): Promise<SettledField> {
  const began = performance.now();
  let shown = compareField(target, wanted);
  let since = began;
  for (let frames = 0; performance.now() - began < mostMs;) {
    await drawn();
    const next = compareField(target, wanted);
    const isSame = next.value === shown.value && next.holds === shown.holds;
    shown = next;
    frames = isSame ? frames + 1 : 0;
    if (!isSame) since = performance.now();
    const needed = shown.holds === 'other' ? showMs : added?.seen === true ? quietMs : 0;
    if (frames >= 2 && performance.now() - since >= needed) break;
  }
  added?.observer.disconnect();
  return shown;
}

/** What the field holds now, beside what was typed. */
export function compareField(target: LocalTarget, wanted: string | null): SettledField {
  const element = locateField(target);
  const secret = element !== null && isSecret(element);
  const shown = element === null ? null : textOf(element);
  const told = { value: secret ? null : (shown?.slice(0, 500) ?? null), isSecret: secret };
  if (element === null || shown === null || wanted === null) return { ...told, holds: 'unknown' };
  if (isSame(element, wanted, shown)) return { ...told, holds: 'wanted' };
  const spread = secret ? null : spreadText(element);
  if (spread === wanted) return { ...told, value: spread, holds: 'wanted' };
  // Keys that end a piece of text: the page has made a tag of it, or has sent it.
  return { ...told, holds: shown === '' && /[,;\n]\s*$/.test(wanted) ? 'unknown' : 'other' };
}

function isSame(element: Element, wanted: string, shown: string): boolean {
  if (element instanceof HTMLSelectElement)
    return [...element.selectedOptions].some(({ value, label }) =>
      [value, label].some((each) => each.trim().toLowerCase() === wanted.trim().toLowerCase()),
    );
  if (!(element instanceof HTMLInputElement)) return isSameText(wanted, shown);
  if (isSameValue(wanted, shown)) return true;
  // What completes it is selected, so that the next key replaces it.
  const { selectionStart, selectionEnd } = element;
  return (
    selectionStart !== null &&
    selectionEnd === shown.length &&
    isSameValue(wanted, shown.slice(0, selectionStart))
  );
}

/** A code is often typed over several fields, each of which passes the focus on to the next. */
function spreadText(element: Element): string | null {
  if (!(element instanceof HTMLInputElement) || element.value.length !== 1) return null;
  const inputs = [
    ...(element.closest('form, fieldset, [role=group]') ?? groupAround(element)).querySelectorAll('input'),
  ];
  const parts = inputs.slice(inputs.indexOf(element)).map(({ value }) => value);
  const end = parts.findIndex((part) => part.length !== 1);
  return parts.slice(0, end < 0 ? undefined : end).join('');
}

function groupAround(element: Element): Element {
  let at = element.parentElement;
  while (at !== null && at.querySelectorAll('input').length < 2) at = at.parentElement;
  return at ?? element;
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

/** Whether the editor has taken the text as it takes what a person pastes. The page sees no trusted event. */
export function insertText(target: LocalTarget, text: string): boolean {
  const element = locateField(target);
  if (element === null) return false;
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const paste = new ClipboardEvent('paste', {
    clipboardData,
    bubbles: true,
    cancelable: true,
    composed: true,
  });
  return !(selectedIn(element) ?? element).dispatchEvent(paste);
}

/** An editor listens on what the caret is in. */
function selectedIn(element: Element): Element | null {
  const node = getSelection()?.anchorNode ?? null;
  const at = node instanceof Element ? node : (node?.parentElement ?? null);
  return at !== null && element.contains(at) ? at : null;
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
  return compareField(target, null).value;
}

function textOf(element: Element): string | null {
  if (element instanceof HTMLInputElement) return element.value;
  if (element instanceof HTMLTextAreaElement) return isKeyReceiver(element) ? null : element.value;
  if (element instanceof HTMLSelectElement)
    return [...element.selectedOptions].map(({ label }) => label).join(', ');
  const context = editContextOf(element);
  if (context !== null) return context.text;
  if (!(element instanceof HTMLElement) || !element.isContentEditable)
    return element.getAttribute('aria-valuenow');
  // An empty editor contains a line break, which gives it a height; spaces that follow each other do not collapse.
  return element.innerText.replace(/\n$/, '').replaceAll('\u00A0', ' ');
}
