/** The edit of an annotation, for a page that may see it. */
import { AnnotateError, type Annotation, type Edit } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';
import type { PatchFiles } from '@annotate-mcp/store/git';

import { requireKnown, type Speaker } from '../speaker.ts';

export async function requireEdit(
  store: Store,
  id: string,
  speaker: Speaker,
): Promise<{ annotation: Annotation; edited: Edit }> {
  const annotation = await requireKnown(store, id, speaker);
  if (annotation.status !== 'resolved' || annotation.edited === undefined) throw noEditError(id);
  return { annotation, edited: annotation.edited };
}

/** As bytes in a latin1 string. */
export async function requirePatch(patches: PatchFiles, id: string, edited: Edit): Promise<string> {
  const patch = await patches.read(id, edited);
  if (patch === null) throw noPatchError(id);
  return patch;
}

function noEditError(id: string): AnnotateError {
  return new AnnotateError('edit/none', `Annotation ${id} has no edit that could be shown or undone.`, {
    hint: 'It may have been opened again meanwhile. Look at the changes with git diff.',
  });
}

function noPatchError(id: string): AnnotateError {
  return new AnnotateError(
    'edit/none',
    `The changes for annotation ${id} are not kept on this machine, or were not recorded by your own agent.`,
    { hint: 'Look at them with git diff or git log.' },
  );
}
