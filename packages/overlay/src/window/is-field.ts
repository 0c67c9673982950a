/** Whether a person can type text into this element. */
export function isField(element: Element | null): boolean {
  if (element === null) return false;
  const name = element.localName;
  if (name === 'textarea' || name === 'select') return true;
  if (name === 'input') return !notTyped.has(element.getAttribute('type')?.toLowerCase() ?? 'text');
  return (
    ('isContentEditable' in element && element.isContentEditable === true) ||
    element.closest('[role=textbox],[role=searchbox],[role=combobox]') !== null
  );
}

// Checkboxes and sliders use Space and arrow keys, but take no text.
const notTyped = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);
