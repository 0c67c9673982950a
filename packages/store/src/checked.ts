import type { Annotation } from '@annotate-mcp/core';
import { annotationSchema, parseAs } from '@annotate-mcp/core/schema';

/** Checks a record before it is written, because one that cannot be read again would be lost to its readers. */
export function checked(annotation: Annotation): Annotation {
  parseAs(annotationSchema, annotation, {
    code: 'annotation/invalid',
    subject: `Annotation ${annotation.id}`,
    hint: 'Nothing was stored. Correct it and try again.',
  });
  return annotation;
}
