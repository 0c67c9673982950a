/** Reads what the page showed before and after a change from the attachments of an annotation. */
import { createHash } from 'node:crypto';

import { AnnotateError, type AnnotationOnPage, parseJson, type ProofRecord } from '@annotate-mcp/core';
import { parseAs, proofRecordSchema } from '@annotate-mcp/core/schema';

import type { Attachments } from '../attachments.ts';

import type { SeenChange } from './kept-state.ts';

export async function readSeen(annotation: AnnotationOnPage, attachments: Attachments): Promise<SeenChange> {
  const { proof } = annotation;
  const after = proof?.after;
  if (proof === undefined || after === undefined || after.verdict === 'unclear')
    throw notSeenError(annotation);
  if (after.verdict === 'unchanged') throw unchangedError(annotation);
  return {
    before: await readRecord(proof.before.record, attachments),
    after: await readRecord(after.record, attachments),
    changes: after.changes,
    isGone: after.verdict === 'gone',
  };
}

async function readRecord(name: string, attachments: Attachments): Promise<ProofRecord> {
  const text = await attachments.findRecord(name);
  const hash = createHash('sha256')
    .update(text ?? '')
    .digest('hex');
  // The annotation is sealed and names the hash of the record, so a record that was changed is noticed.
  if (text === null || name !== `${hash}.json`) {
    throw new AnnotateError('check/not-seen', 'What the page showed is not kept any more, or was changed.', {
      hint: 'Open the comment again and have it resolved while its page is open, then run the command again.',
    });
  }
  return parseAs(proofRecordSchema, parseJson(text), {
    code: 'annotation/invalid',
    subject: `The attachment ${name}`,
    hint: 'It is of another release. Resolve the annotation again with the page open.',
  });
}

function notSeenError({ id, pageUrl }: AnnotationOnPage): AnnotateError {
  return new AnnotateError('check/not-seen', `No page has shown the change of ${id} yet.`, {
    hint: `Open ${pageUrl} in a browser while the dev server runs, then run the command again.`,
  });
}

function unchangedError({ id }: AnnotationOnPage): AnnotateError {
  return new AnnotateError(
    'check/not-seen',
    `Nothing has changed on the page for ${id}, so there is nothing to keep.`,
    {
      hint: 'Reopen the annotation: the agent has resolved it without a visible change.',
    },
  );
}
