/** The names of keys. Apart from words.ts, which is part of the first load. */

/** `Alt+Shift+KeyA` as it is printed on the keyboard: `Alt+Shift+A`, on a Mac `⌥⇧A`. */
export function keyLabel(key: string, mac = isMac): string {
  const parts = key.split('+').map((part) => part.replace(/^(Key|Digit)/, ''));
  return mac ? parts.map((part) => macKeys[part] ?? part).join('') : parts.join('+');
}

const macKeys: Readonly<Record<string, string>> = { Alt: '⌥', Shift: '⇧', Ctrl: '⌃', Meta: '⌘' };
const isMac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.userAgent);

export const submitKey = isMac ? '⌘↵' : 'Ctrl+↵';
export const applyKey = isMac ? '⇧⌘↵' : 'Ctrl+Shift+↵';

export function isApplyKey({ key, isComposing, shiftKey, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'Enter' && !isComposing && shiftKey && (ctrlKey || metaKey);
}
