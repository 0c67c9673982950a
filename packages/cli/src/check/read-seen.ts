/** Reads what the page showed before and after a change from the attachments of an annotation. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { ProofRecord } from '@annotate-mcp/core';
import { parseAs, proofRecordSchema } from '@annotate-mcp/core/schema';

import { CliError } from '../errors.ts';

import type { PageAnnotated, SeenChange } from './kept-state.ts';

export async function readSeen(annotation: PageAnnotated, root: string): Promise<SeenChange> {
  const { proof } = annotation;
  const after = proof?.after;
  if (proof === undefined || after === undefined || after.verdict === 'unclear') throw notSeenError(annotation);
  if (after.verdict === 'unchanged') throw unchangedError(annotation);
  return {
    before: await readRecord(proof.before.record, root),
    after: await readRecord(after.record, root),
    changes: after.changes,
    isGone: after.verdict === 'gone',
  };
}

/** The name of an attachment is the hash of its content, and the record that names it is sealed. */
async function readRecord(name: string, root: string): Promise<ProofRecord> {
  const bytes = await readFile(join(root, '.annotate', 'attachments', name)).catch(() => null);
  const hash = bytes === null ? null : createHash('sha256').update(bytes).digest('hex');
  if (bytes === null || !name.startsWith(`${hash ?? ''}.`)) {
    throw new CliError('check/not-seen', 'What the page showed is not kept any more, or was changed.', {
      hint: 'Open the page in the browser: it is looked at again when the annotation is resolved the next time.',
    });
  }
  return parseAs(proofRecordSchema, JSON.parse(bytes.toString()), {
    code: 'annotation/invalid',
    subject: `The attachment ${name}`,
    hint: 'It is of another release. Resolve the annotation again with the page open.',
  });
}

function notSeenError({ id, pageUrl }: PageAnnotated): CliError {
  return new CliError('check/not-seen', `No page has shown the change of ${id} yet.`, {
    hint: `Open ${pageUrl} in a browser while the dev server runs, then run the command again.`,
  });
}

function unchangedError({ id }: PageAnnotated): CliError {
  return new CliError('check/not-seen', `Nothing has changed on the page for ${id}, so there is nothing to keep.`, {
    hint: 'Reopen the annotation: the agent has resolved it without a visible change.',
  });
}
