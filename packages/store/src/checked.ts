import type { Annotation } from '@annotate-mcp/core';
import { annotationSchema, parseAs } from '@annotate-mcp/core/schema';

/** What is written must be readable again, by everybody: one record that is not would stand in the way of all. */
export function checked(annotation: Annotation): Annotation {
  parseAs(annotationSchema, annotation, {
    code: 'annotation/invalid',
    subject: `Annotation ${annotation.id}`,
    hint: 'Nothing was stored. Correct it and try again.',
  });
  return annotation;
}
