import { type Annotation, nameAnnotation } from '@annotate-mcp/core';

import { plainLine, shortened } from './plain-text.ts';

const longestTitle = 80;

/** What an annotation is about. */
export function titleOf(annotation: Annotation): string {
  return shortened(plainLine(nameAnnotation(annotation)), longestTitle);
}
