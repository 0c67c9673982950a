const key = 'annotate:first-use';

/** Whether the tip was shown in this browser; `false` where nothing can be stored. */
export function isTipSeen(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function rememberTipSeen(): void {
  try {
    localStorage.setItem(key, new Date().toISOString());
  } catch {
    // Without storage the tip is shown again on the next page.
  }
}
