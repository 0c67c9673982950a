/** What an annotation is about, where and since when, in words. */
import type { Annotation } from '@annotate-mcp/core';

import { fileLine } from './words.ts';

/** What it is about: `CardComponent`, `Second list item`, `This page`. */
export function titleOf(annotation: Annotation): string {
  switch (annotation.kind) {
    case 'component':
      if (annotation.targets?.length) return `${annotation.targets.length + 1} elements`;
      return annotation.componentName;
    case 'element':
      return annotation.description || annotation.selector;
    case 'text':
      return `“${annotation.anchor.quote}”`;
    case 'page':
      return annotation.pageTitle || 'This page';
    case 'markdown':
      return annotation.path;
  }
}

/** `src/app/card.html:12`, or the file alone; `null` where nothing is known. */
export function sourceOf(annotation: Annotation): string | null {
  if (annotation.kind === 'markdown') return `${annotation.path}:${annotation.anchor.line_start}`;
  if (annotation.kind === 'page') return null;
  if (annotation.sourceLocation) return fileLine(annotation.sourceLocation);
  return annotation.kind === 'component' ? knownPath(annotation.componentFilePath) : null;
}

/** `null` for what the contract writes where no file is known, which is nothing to show or to copy. */
export function knownPath(path: string): string | null {
  return path.startsWith('(unresolved') ? null : path;
}

/** Path and query of an address; other texts as they are. */
export function shortUrl(url: string): string {
  return url.replace(/^\w+:\/\/[^/]+/, '') || '/';
}

/** "now", "2 min", "3 h", "5 d", then the date. */
export function ago(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  if (minutes < 30 * 24 * 60) return `${Math.floor(minutes / 1440)} d`;
  return iso.slice(0, 10);
}
