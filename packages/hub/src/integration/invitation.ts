/** How to begin, for whoever reads the terminal. `inspectKey` is an `event.code` chord; `null` when switched off. */
export function invitation(inspectKey: string | null = 'Alt+Shift+KeyA'): string {
  if (inspectKey === null) return 'use the button in the page';
  // `KeyA` is a place on the keyboard; people know it by the letter on it.
  const keys = inspectKey.replace(/\b(?:Key|Digit)(?=[A-Z0-9]$)/, '');
  const onMac = keys.replace(/\bAlt\b/, 'Option');
  return `press ${keys} in the page${onMac === keys ? '' : ` (${onMac} on macOS)`}`;
}
