/** How to start annotating, for the terminal. `inspectKey` is an `event.code` chord; `null` when switched off. */
export function startHint(inspectKey: string | null = 'Alt+Shift+KeyA'): string {
  if (inspectKey === null) return 'use the button in the page';
  // `KeyA` is the code of a key; people know the key by its letter.
  const keys = inspectKey.replace(/\b(?:Key|Digit)(?=[A-Z0-9]$)/, '');
  const onMac = keys.replace(/\bAlt\b/, 'Option');
  return `press ${keys} in the page${onMac === keys ? '' : ` (${onMac} on macOS)`}`;
}
