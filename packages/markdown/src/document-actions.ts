/**
 * What a person can do to a whole document in the view. Each action is one entry of the table: what the view sends for it,
 * and what it does to the document.
 */
import { z } from 'zod';

import type { MarkdownDocument } from './review/markdown-document.ts';
import { actionOfType, defineViewAction, type ViewActionOptions } from './view-action.ts';
import { mode, seenSha } from './view-fields.ts';
import type { MarkdownComment, ReviewMode } from './view-messages.ts';

/** The document that an action is about, with the mode that all its views share. */
export interface DocumentTarget {
  readonly document: Pick<
    MarkdownDocument,
    'adopt' | 'exportInline' | 'markReviewed' | 'removeMarkers' | 'setMirror' | 'share' | 'trustRepository'
  >;
  setMode(mode: ReviewMode): void;
  /** Gives the comments to an agent of `annotate-mcp work`. Where none runs, the person is asked which one to start. */
  startAgent(): Promise<void>;
}

/** What the result of `change_review` says besides the state of the document. */
interface DocumentActionResult {
  /** How many comments the file carries after an export. */
  exported?: number;
  /** How many comments the file carried before its markers were removed. */
  removed?: number;
  /** The file that git sees from now on. */
  shared?: string;
  /** Comments that became the person's own. */
  adopted?: MarkdownComment[];
}

/** What the view sends as the `change` of `change_review`. */
export type DocumentAction = z.output<ReturnType<(typeof documentActions)[number]['schema']>>;

export const documentActionSchema = () => {
  const [first, ...others] = documentActions;
  return z.discriminatedUnion('type', [first.schema(), ...others.map(({ schema }) => schema())]);
};

export function runDocumentAction(
  action: DocumentAction,
  target: DocumentTarget,
): Promise<DocumentActionResult> {
  return actionOfType(documentActions, action.type).run(action, target);
}

function defineDocumentAction<const Type extends string, Fields extends z.ZodRawShape>(
  options: ViewActionOptions<Type, Fields, DocumentTarget, DocumentActionResult>,
) {
  return defineViewAction(options);
}

const documentActions = [
  defineDocumentAction({
    type: 'mode',
    fields: () => ({ mode: mode() }),
    run: async (input, target) => {
      target.setMode(input.mode);
      return {};
    },
  }),
  defineDocumentAction({
    type: 'start_agent',
    fields: () => ({}),
    run: async (_, target) => {
      await target.startAgent();
      return {};
    },
  }),
  /** While the mirror is on, the file carries every submitted comment as a marker. */
  defineDocumentAction({
    type: 'mirror',
    fields: () => ({ mirror: z.boolean() }),
    run: async ({ mirror }, { document }) => {
      await document.setMirror(mirror);
      return {};
    },
  }),
  defineDocumentAction({
    type: 'export_inline',
    fields: () => ({}),
    run: async (_, { document }) => ({ exported: await document.exportInline() }),
  }),
  /** The file is as it was before an export; its comments are in the project. */
  defineDocumentAction({
    type: 'remove_markers',
    fields: () => ({}),
    run: async (_, { document }) => ({ removed: await document.removeMarkers() }),
  }),
  /** Until then git ignores the comments in the project. */
  defineDocumentAction({
    type: 'share',
    fields: () => ({}),
    run: async (_, { document }) => ({ shared: await document.share() }),
  }),
  /** The comments that the person was shown as coming with the repository become their own. */
  defineDocumentAction({
    type: 'adopt_all',
    fields: () => ({ ids: z.array(z.string().min(1).max(200)).max(10_000) }),
    run: async ({ ids }, { document }) => ({ adopted: await document.adopt(ids) }),
  }),
  /** All comments of the repository count as the person's own, until the trust is revoked (`annotate-mcp trust --revoke`). */
  defineDocumentAction({
    type: 'trust_repository',
    fields: () => ({}),
    run: async (_, { document }) => {
      await document.trustRepository();
      return {};
    },
  }),
  /** The person has read the changes: later edits are compared with the text that they see. */
  defineDocumentAction({
    type: 'mark_reviewed',
    fields: () => ({ seenSha: seenSha() }),
    run: async (input, { document }) => {
      await document.markReviewed(input.seenSha);
      return {};
    },
  }),
] as const;
