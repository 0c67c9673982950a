/** Whether what is typed goes into this element. */
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

// Space and arrows mean something on a checkbox or a slider, but no text goes into them.
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
