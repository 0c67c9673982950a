import { type Annotation, editOf, isApart, type Work } from '@annotate-mcp/core';

import type { OverlayState } from '../state/state.ts';
import { EditedView, type PatchHere } from '../ui/edited-view.tsx';
import { RunView, WorkView } from '../ui/work-view.tsx';
import { isAskedByAgent } from '../ui/work-words.ts';

import { fetchEdits, fetchStep, offerUndo } from './hub-requests.ts';
import type { PanelProps } from './panel-props.ts';

/** What an agent does about an annotation or, after its program has ended, what the last one did. */
export function ThreadWork({
  annotation,
  state,
  hub,
}: { annotation: Annotation } & Pick<PanelProps, 'state' | 'hub'>) {
  const { id, runs = [] } = annotation;
  const work = workOn(state, id);
  const asks = state.work.questions.some((one) => one.annotationId === id && isAskedByAgent(one));
  const lastRun = runs.at(-1);
  if (work !== undefined)
    return (
      <WorkView
        work={withoutRepeated(work, annotation)}
        asks={asks}
        annotation={annotation}
        settings={settingsOf(state, work)}
        loadDiffs={(stepId) => fetchStep(hub, id, stepId)}
      />
    );
  return lastRun === undefined ? null : <RunView run={lastRun} annotation={annotation} />;
}

export function workOn({ work }: OverlayState, id: string) {
  return work.works.find((one) => one.id === id);
}

/** How the agent is set that works on it, or did so last. */
function settingsOf({ work }: OverlayState, { agentName }: Work) {
  return (work.settings ?? []).filter((one) => one.agentName === agentName);
}

/** Many agents end with the words of their reply, which the thread shows already. */
function withoutRepeated({ message, ...work }: Work, { replies }: Annotation): Work {
  const isReply = replies.some((reply) => reply.author === 'agent' && reply.message === message?.trim());
  return message === undefined || isReply ? work : { ...work, message };
}

/** What the resolution of an annotation changed in the files; nothing while that is not known. */
export function ThreadEdits({
  annotation,
  state,
  hub,
}: { annotation: Annotation } & Pick<PanelProps, 'state' | 'hub'>) {
  const edited = editOf(annotation);
  if (edited === null) return null;
  const { id } = annotation;
  const patchHere: PatchHere = {
    loadDiffs: () => fetchEdits(hub, id),
    onUndo: isApart(annotation) ? null : () => offerUndo(hub, id),
    asked: state.work.questions.some(({ kind, annotationId }) => kind === 'undo' && annotationId === id),
  };
  // The hub sends no diffs to other machines.
  return <EditedView id={id} edited={edited} patchHere={state.me.local ? patchHere : undefined} />;
}
