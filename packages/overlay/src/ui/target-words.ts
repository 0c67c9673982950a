/** Words for what an annotation is about and where that is. */
import type { Annotation } from '@annotate-mcp/core';

import { fileLine } from './words.ts';

/** A short name of the target: `CardComponent`, `Second list item`, `This page`. */
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

/** `null` for the text that stands for an unknown file. */
export function knownPath(path: string): string | null {
  return path.startsWith('(unresolved') ? null : path;
}

/** Path and query of an address; other texts are unchanged. */
export function shortUrl(url: string): string {
  return url.replace(/^\w+:\/\/[^/]+/, '') || '/';
}
