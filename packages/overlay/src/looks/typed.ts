/**
 * What a person has typed into the page. An agent that looks at the page is told how long it is, and reads it
 * only where the person allows that in the settings. Not part of the first load.
 */

const key = 'annotate:show-typed';

export function showsTyped(): boolean {
  try {
    return localStorage.getItem(key) === 'yes';
  } catch {
    // Without storage the person cannot have allowed it.
    return false;
  }
}

export function rememberShowsTyped(isShown: boolean): void {
  try {
    if (isShown) localStorage.setItem(key, 'yes');
    else localStorage.removeItem(key);
  } catch {
    // Without storage it stays hidden.
  }
}

/** Whether all text in the element may be of the person: of a field, or of a part of the page that is edited in place. */
export function isTyped(element: Element): boolean {
  return isTypedField(element) || isEdited(element);
}

/** How many characters the person may have typed into the element. */
export function typedLength(element: Element): number {
  return 'value' in element && typeof element.value === 'string' && isField(element)
    ? element.value.length
    : element.textContent.trim().length;
}

/** In a part that is edited in place it cannot be told what the person has typed and what was there before. */
export function isEdited(element: Element): boolean {
  const host = element.closest('[contenteditable]');
  if (host === null) return false;
  return 'isContentEditable' in element ? element.isContentEditable === true : isEditingHost(host);
}

export function isEditingHost(element: Element): boolean {
  return /^(?:|true|plaintext-only)$/i.test(element.getAttribute('contenteditable') ?? 'false');
}

function isTypedField(element: Element): boolean {
  if (!isField(element)) return false;
  // What is chosen and not written, such as a date or a number, is no secret of the person.
  if (element.value === '' || !/^(?:text|search|email|tel|url|textarea)$/.test(element.type)) return false;
  // An app that keeps the value itself writes it into the attribute, too: then only the person's touch tells.
  const touched = CSS.supports('selector(:user-valid)') ? ':user-valid,:user-invalid,:focus' : ':focus';
  return element.value !== element.defaultValue || element.matches(touched);
}

/** By the tag and not by the class: an element of a frame has classes of its own. */
function isField(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  return /^(?:input|textarea)$/.test(element.localName);
}
