import type { Annotation } from './annotation.ts';
import type { Edit } from './edit.ts';

/**
 * The one answer to which files a resolution changed: what was seen in the working tree or, where that is not known, the
 * files that were compared and those that an agent of `annotate-mcp work` reported. `null` when nothing is known.
 */
export function editOf(annotation: Annotation): Edit | null {
  if (annotation.status !== 'resolved') return null;
  const { edited } = annotation;
  if (edited !== undefined && edited.files.length > 0) return edited;
  const compared = annotation.edits?.map(({ file }) => file) ?? [];
  const files = new Set([...compared, ...(annotation.runs?.at(-1)?.files ?? [])]);
  return files.size === 0 ? null : { files: [...files].map((file) => ({ file })) };
}

/** It is in a worktree and not applied: no page can show it, and nothing of it is in the person's files. */
export function isApart(annotation: Annotation): boolean {
  return annotation.status === 'resolved' && annotation.edited?.apart === true;
}
