/** How much of a comment is copied; the browser remembers it. Not part of the first load. */
import type { Detail } from '@annotate-mcp/core';

const key = 'annotate:copy-detail';

export function copyDetail(): Detail {
  try {
    return localStorage.getItem(key) === 'short' ? 'short' : 'full';
  } catch {
    // Without storage everything is copied.
    return 'full';
  }
}

export function rememberCopyDetail(detail: Detail): void {
  try {
    localStorage.setItem(key, detail);
  } catch {
    // Without storage it counts until the page is left.
  }
}
