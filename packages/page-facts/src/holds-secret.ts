/** Reads the facts of a field from its element. Nothing here touches the page or its globals. */
import { type FieldFacts, isSecretField } from './secret-field.ts';

/**
 * Whether what the element itself contains is secret. `labelOf` is asked for fields only that have a value and no name
 * that says enough; by default it reads what HTML knows as their label.
 */
export function holdsSecret(element: Element, labelOf: (field: Element) => string = writtenLabel): boolean {
  const facts = readField(element);
  if (facts === null) return false;
  if (isSecretField(facts)) return true;
  return facts.value !== '' && isSecretField({ ...facts, labels: [labelOf(element)] });
}

/** `null` for what is not a field. */
function readField(element: Element): FieldFacts | null {
  const tag = element.localName;
  if (!fieldTags.test(tag) && !isEdited(element)) return null;
  const attribute = (name: string) => element.getAttribute(name) ?? '';
  return {
    tag,
    type: attribute('type').toLowerCase(),
    names: ['name', 'id', 'http-equiv'].map(attribute),
    autocomplete: isSearchOfList(element) ? '' : attribute('autocomplete'),
    labels: ['placeholder', 'aria-label'].map(attribute),
    value: valueOf(element),
  };
}

/** Libraries call the search field of a select a new password, so that the browser suggests nothing in it. */
function isSearchOfList(element: Element): boolean {
  return (
    element.getAttribute('role') === 'combobox' &&
    element.getAttribute('type') !== 'password' &&
    element.getAttribute('autocomplete') === 'new-password'
  );
}

const fieldTags = /^(?:input|textarea|select|meta|output)$/;

function isEdited(element: Element): boolean {
  return /^(?:|true|plaintext-only)$/.test(element.getAttribute('contenteditable') ?? 'false');
}

/** What was typed, or else what the page has given. */
function valueOf(element: Element): string {
  const typed = 'value' in element && typeof element.value === 'string' ? element.value : '';
  const given = element.getAttribute('value') ?? element.getAttribute('content') ?? '';
  return typed || given || (/^(?:input|meta|select)$/.test(element.localName) ? '' : element.textContent);
}

/** The text of its label, or of what `aria-labelledby` names. */
function writtenLabel(element: Element): string {
  const root = element.getRootNode();
  const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
  const named = ids.map((id) => ('getElementById' in root ? (root as Document).getElementById(id) : null));
  const labels = 'labels' in element ? [...((element as HTMLInputElement).labels ?? [])] : [];
  // A label around a field has the text in it as well.
  const own = element.textContent;
  return [...named, ...labels].map((label) => label?.textContent.replace(own, '') ?? '').join(' ');
}
