import { type Annotation, editOf } from '@annotate-mcp/core';
import { EditedView, KeptView, ProofView, RunView, WishList } from '@annotate-mcp/overlay/threads';

export interface ThreadOutcomeProps {
  annotation: Annotation;
  /** The address of the picture with this name. */
  pictureAt: (name: string) => string;
}

/**
 * What was tried, what an agent changed, and what the page showed before and after. The diff, its undoing and the test
 * are offered on the machine that has the files.
 */
export function ThreadOutcome({ annotation, pictureAt }: ThreadOutcomeProps) {
  const edited = editOf(annotation);
  const run = annotation.runs?.at(-1);
  const checkFile = 'checkFile' in annotation ? (annotation.checkFile ?? null) : null;
  return (
    <>
      {'wishes' in annotation && <WishList wishes={annotation.wishes} />}
      {edited !== null && <EditedView id={annotation.id} edited={edited} />}
      {run !== undefined && <RunView run={run} edited={edited} />}
      {/* Pages of other machines are not compared: without a proof there is nothing to say about it. */}
      {'proof' in annotation && <ProofView annotation={annotation} pictureAt={pictureAt} />}
      <KeptView file={checkFile} asked={false} />
    </>
  );
}
