import { type Annotation, isVisibleToAgents } from './annotation.ts';
import { isOpen } from './status.ts';

/**
 * What an export for reading has unless more is asked for: what is open. Drafts are not sent yet, and closed annotations
 * are done. Exports of data (JSON) have closed ones too: they are the log and the backup. The text is pasted to agents, so
 * what they may not see is left out.
 */
export function isExported(annotation: Annotation): boolean {
  return isVisibleToAgents(annotation) && isOpen(annotation);
}
