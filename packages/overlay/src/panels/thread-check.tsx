import type { Annotation, AnnotationOnPage } from '@annotate-mcp/core';

import { KeptView } from '../ui/kept-view.tsx';

import { describeRefusal } from './describe-refusal.ts';
import type { PanelProps } from './panel-props.ts';

/** The test that keeps what was changed, or the button that has it written; nothing while the change was not seen. */
export function ThreadCheck({
  annotation,
  state,
  hub,
}: { annotation: Annotation } & Pick<PanelProps, 'state' | 'hub'>) {
  if (annotation.kind === 'markdown' || annotation.origin === 'repository') return null;
  const { id, checkFile = null } = annotation;
  if (checkFile === null && !isSeen(annotation)) return null;
  return (
    <KeptView
      file={checkFile}
      onKeep={state.me.local ? () => offerCheck(`${hub}/api/checks/${id}`) : undefined}
      asked={state.work.questions.some(({ kind, annotationId }) => kind === 'check' && annotationId === id)}
    />
  );
}

/** The page has shown what the agent changed. */
function isSeen(annotation: AnnotationOnPage): boolean {
  const verdict = annotation.status === 'resolved' ? annotation.proof?.after?.verdict : undefined;
  return verdict === 'changed' || verdict === 'gone';
}

async function offerCheck(address: string): Promise<void> {
  const response = await fetch(address, { method: 'POST' });
  if (!response.ok) throw new Error(await describeRefusal(response));
}
