import type { Annotation } from './annotation.ts';
import { proofAttachments } from './proof/proof.ts';

/** The names of all files under `.annotate/attachments/` that belong to an annotation, and are removed with it. */
export function attachmentsOf(annotation: Annotation): string[] {
  const replies = annotation.replies.map(({ screenshot }) => screenshot);
  const own =
    annotation.kind === 'markdown' ? [] : [annotation.screenshot, ...proofAttachments(annotation.proof)];
  return [...own, ...replies].filter((name) => name !== undefined);
}
