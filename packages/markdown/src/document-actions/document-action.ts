/** What a person can do to a whole document in the view: how an action is defined. One file per action. */
import type { z } from 'zod';

import type { MarkdownDocument } from '../review/markdown-document.ts';
import { defineViewAction, type ViewActionOptions } from '../view-action.ts';
import type { MarkdownComment, ReviewMode } from '../view-messages.ts';

/** The document that an action is about, with the mode that all its views share. */
export interface DocumentTarget {
  readonly document: Pick<
    MarkdownDocument,
    'adopt' | 'exportInline' | 'markReviewed' | 'removeMarkers' | 'setMirror' | 'trustRepository'
  >;
  setMode(mode: ReviewMode): void;
}

/** What the result of `change_review` says besides the state of the document. */
export interface DocumentActionResult {
  /** How many comments the file carries after an export. */
  exported?: number;
  /** How many comments the file carried before its markers were removed. */
  removed?: number;
  /** Comments that became the person's own. */
  adopted?: MarkdownComment[];
}

export function defineDocumentAction<const Type extends string, Fields extends z.ZodRawShape>(
  options: ViewActionOptions<Type, Fields, DocumentTarget, DocumentActionResult>,
) {
  return defineViewAction(options);
}
