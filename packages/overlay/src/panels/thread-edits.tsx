import { type Annotation, editOf, type FileDiff } from '@annotate-mcp/core';

import { EditedView, type PatchHere } from '../ui/edited-view.tsx';

import { describeRefusal } from './describe-refusal.ts';
import type { PanelProps } from './panel-props.ts';

/** What the resolution of an annotation changed in the files; nothing while that is not known. */
export function ThreadEdits({
  annotation,
  state,
  hub,
}: { annotation: Annotation } & Pick<PanelProps, 'state' | 'hub'>) {
  const edited = editOf(annotation);
  if (edited === null) return null;
  const { id } = annotation;
  const address = `${hub}/api/edits/${id}`;
  const patchHere: PatchHere = {
    loadDiffs: () => fetchDiffs(address),
    onUndo: () => offerUndo(address),
    asked: state.work.questions.some(({ kind, annotationId }) => kind === 'undo' && annotationId === id),
  };
  // The hub sends no diffs to other machines.
  return <EditedView id={id} edited={edited} patchHere={state.me.local ? patchHere : undefined} />;
}

async function fetchDiffs(address: string): Promise<readonly FileDiff[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(await describeRefusal(response));
  const { diffs } = (await response.json()) as { diffs: FileDiff[] };
  return diffs;
}

async function offerUndo(address: string): Promise<void> {
  const response = await fetch(`${address}/undo`, { method: 'POST' });
  if (!response.ok) throw new Error(await describeRefusal(response));
}
