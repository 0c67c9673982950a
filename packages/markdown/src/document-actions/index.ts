import { z } from 'zod';

import { actionOfType } from '../view-action.ts';

import { adoptAll } from './adopt-all.ts';
import type { DocumentActionResult, DocumentTarget } from './document-action.ts';
import { exportInline } from './export-inline.ts';
import { markReviewed } from './mark-reviewed.ts';
import { removeMarkers } from './remove-markers.ts';
import { setMirror } from './set-mirror.ts';
import { setMode } from './set-mode.ts';
import { trustRepository } from './trust-repository.ts';

const documentActions = [
  setMode,
  setMirror,
  exportInline,
  removeMarkers,
  adoptAll,
  trustRepository,
  markReviewed,
] as const;

/** What the view sends as the `change` of `change_review`. */
export type DocumentAction = z.output<ReturnType<(typeof documentActions)[number]['schema']>>;

const [first, ...others] = documentActions;
export const documentActionSchema = () =>
  z.discriminatedUnion('type', [first.schema(), ...others.map(({ schema }) => schema())]);

export function runDocumentAction(
  action: DocumentAction,
  target: DocumentTarget,
): Promise<DocumentActionResult> {
  return actionOfType(documentActions, action.type).run(action, target);
}
