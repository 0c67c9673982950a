import type { Annotation } from './annotation.ts';
import type { Edited } from './edited.ts';

/**
 * The one answer to which files a resolution changed: what was seen in the files or, where nothing was seen, what the
 * agent that `annotate-mcp work` started last reported. `null` when nothing is known.
 */
export function editOf(annotation: Annotation): Edited | null {
  if (annotation.status !== 'resolved') return null;
  if (annotation.edited !== undefined) return annotation.edited;
  const files = annotation.runs?.at(-1)?.files ?? [];
  return files.length === 0 ? null : { files: files.map((file) => ({ file })) };
}
