import type { Annotation } from './annotation.ts';
import { proofAttachments } from './proof/proof.ts';

/** The names of all files under `.annotate/attachments/` that belong to an annotation, and are removed with it. */
export function attachmentsOf(annotation: Annotation): string[] {
  const replies = annotation.replies.map(({ screenshot }) => screenshot);
  const proof = annotation.kind === 'markdown' ? [] : proofAttachments(annotation.proof);
  return [...picturesOf(annotation), ...proof, ...replies].filter((name) => name !== undefined);
}

/** The names of the pictures that the person sent with an annotation, the screenshot first. */
export function picturesOf(annotation: Annotation): string[] {
  const { pictures = [] } = annotation;
  if (annotation.kind === 'markdown') return pictures;
  const { screenshot } = annotation;
  return screenshot === undefined ? pictures : [screenshot, ...pictures];
}

/** From the project's root. */
export function attachmentPath(name: string): string {
  return `.annotate/attachments/${name}`;
}
