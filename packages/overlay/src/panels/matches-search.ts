import { addressOf, type Annotation, editOf } from '@annotate-mcp/core';

import { sourceOf, titleOf } from '../ui/target-words.ts';

/** Whether each of the words is in what an annotation says, is about or has changed; case and accents do not count. */
export function matchesSearch(annotation: Annotation, search: string): boolean {
  const words = comparable(search).split(/\s+/).filter(Boolean);
  if (words.length === 0) return true;
  const text = comparable(
    [
      annotation.annotationText,
      ...annotation.replies.map(({ message }) => message),
      titleOf(annotation),
      sourceOf(annotation) ?? '',
      addressOf(annotation),
      ...(editOf(annotation)?.files.map(({ file }) => file) ?? []),
    ].join('\n'),
  );
  return words.every((word) => text.includes(word));
}

function comparable(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
}
