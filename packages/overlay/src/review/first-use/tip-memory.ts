const key = 'annotate:first-use';

/** Whether somebody has been told in this browser. Where nothing can be stored, nobody has. */
export function isSeen(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    return false;
  }
}

export function rememberSeen(): void {
  try {
    localStorage.setItem(key, new Date().toISOString());
  } catch {
    // Told again on the next page: better than never.
  }
}
