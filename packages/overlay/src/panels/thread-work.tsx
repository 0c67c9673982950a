import { type Annotation, editOf, type FileDiff } from '@annotate-mcp/core';

import type { OverlayState } from '../state/state.ts';
import { RunView, WorkView } from '../ui/work-view.tsx';

import type { PanelProps } from './panel-props.ts';

/** What an agent does about an annotation or, after its program has ended, what the last one did. */
export function ThreadWork({
  annotation,
  state,
  hub,
}: { annotation: Annotation } & Pick<PanelProps, 'state' | 'hub'>) {
  const { id, runs = [] } = annotation;
  const work = workOn(state, id);
  const lastRun = runs.at(-1);
  if (work !== undefined)
    return <WorkView work={work} loadDiffs={(stepId) => fetchDiffs(`${hub}/api/work/${id}`, stepId)} />;
  return lastRun === undefined ? null : <RunView run={lastRun} edited={editOf(annotation)} />;
}

export function workOn({ work }: OverlayState, id: string) {
  return work.works.find((one) => one.id === id);
}

async function fetchDiffs(work: string, stepId: string): Promise<readonly FileDiff[]> {
  const response = await fetch(`${work}/${encodeURIComponent(stepId)}/diffs`);
  if (!response.ok) throw new Error(`The diffs were answered with ${response.status}.`);
  const { diffs } = (await response.json()) as { diffs: FileDiff[] };
  return diffs;
}
