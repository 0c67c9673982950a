/** What agents changed in the files, for pages on this machine. Visitors get none of it. */
import { z } from 'zod';

import { HttpError, readJson, sendJson } from '@annotate-mcp/http';
import { splitPatch } from '@annotate-mcp/store/git';

import { openFile } from '../edits/open-file.ts';
import { requireEdit, requirePatch } from '../edits/recorded-edit.ts';

import type { ApiCall, Endpoint } from './endpoint.ts';
import { requireLocal } from './require-local.ts';

export const editEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: 'edits/:id', answer: sendDiffs },
  { method: 'POST', path: 'edits/:id/undo', answer: offerUndo },
  { method: 'POST', path: 'open-file', answer: open },
];

async function sendDiffs({ deps, response, speaker, name }: ApiCall): Promise<void> {
  requireLocal(speaker);
  const { edited } = await requireEdit(deps.store, name, speaker);
  const patch = await requirePatch(deps.patches, name, edited);
  sendJson(response, 200, { diffs: splitPatch(patch, edited.files) });
}

/** Reads nothing of the request. Whether it is undone, the person says on another page. */
async function offerUndo({ deps, response, speaker, name }: ApiCall): Promise<void> {
  requireLocal(speaker);
  await deps.editUndo.offer(name, speaker);
  sendJson(response, 202, { offered: true });
}

const position = z.number().int().positive().max(10_000_000);
const openBody = z.object({
  file: z.string().min(1).max(4_096),
  line: position.optional(),
  column: position.optional(),
});

async function open({ deps, request, response, speaker, maxBodyBytes }: ApiCall): Promise<void> {
  requireLocal(speaker);
  const parsed = openBody.safeParse(await readJson(request, maxBodyBytes));
  if (!parsed.success) {
    throw new HttpError(400, 'file/unreadable', 'The body does not name a file.', {
      hint: 'Send { "file": "src/App.tsx", "line": 12, "column": 5 } as JSON.',
    });
  }
  await openFile(deps.projectRoot, parsed.data);
  sendJson(response, 202, { opened: true });
}
