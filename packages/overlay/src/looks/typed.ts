/**
 * What a person has typed into fields of the page. An agent that looks at the page is told how long it is, and reads it
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

/** By the tag and not by the class: an element of a frame has classes of its own. */
export function isTyped(element: Element): element is HTMLInputElement | HTMLTextAreaElement {
  if (!/^(?:input|textarea)$/.test(element.localName)) return false;
  const field = element as HTMLInputElement | HTMLTextAreaElement;
  // What is chosen and not written, such as a date or a number, is no secret of the person.
  if (field.value === '' || !/^(?:text|search|email|tel|url|textarea)$/.test(field.type)) return false;
  // An app that keeps the value itself writes it into the attribute, too: then only the person's touch tells.
  const touched = CSS.supports('selector(:user-valid)') ? ':user-valid,:user-invalid,:focus' : ':focus';
  return field.value !== field.defaultValue || field.matches(touched);
}
