import { type Annotation, editOf, type FileDiff, type Work } from '@annotate-mcp/core';

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
  const asks = state.work.questions.some((one) => one.annotationId === id && one.kind === 'permission');
  const lastRun = runs.at(-1);
  if (work !== undefined)
    return (
      <WorkView
        work={withoutRepeated(work, annotation)}
        asks={asks}
        loadDiffs={(stepId) => fetchDiffs(`${hub}/api/work/${id}`, stepId)}
      />
    );
  return lastRun === undefined ? null : <RunView run={lastRun} edited={editOf(annotation)} />;
}

export function workOn({ work }: OverlayState, id: string) {
  return work.works.find((one) => one.id === id);
}

/** Many agents end with the words of their reply, which the thread shows already. */
function withoutRepeated({ message, ...work }: Work, { replies }: Annotation): Work {
  const isReply = replies.some((reply) => reply.author === 'agent' && reply.message === message?.trim());
  return message === undefined || isReply ? work : { ...work, message };
}

async function fetchDiffs(work: string, stepId: string): Promise<readonly FileDiff[]> {
  const response = await fetch(`${work}/${encodeURIComponent(stepId)}/diffs`);
  if (!response.ok) throw new Error(`The diffs were answered with ${response.status}.`);
  const { diffs } = (await response.json()) as { diffs: FileDiff[] };
  return diffs;
}
