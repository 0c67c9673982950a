import { z } from 'zod';

import { type Actor, type Annotation, describeEdit, resolve as finish, retarget } from '@annotate-mcp/core';

import type { Agent } from '../../agent.ts';
import { defineTool } from '../../tool.ts';
import { requireApproved } from '../document-comment.ts';
import { editPlaceOf } from '../edits/edit-place.ts';
import { requireProjectFiles } from '../edits/named-files.ts';
import { pageWillTell } from '../proof-notices.ts';
import { findNewWords } from '../source/new-words.ts';
import type { ChangedSource } from '../source/seen-sources.ts';

import { closeAfterReplies } from './close-after-replies.ts';
import { id, message, movedOutput } from './fields.ts';
import { moveMessageOf } from './move.ts';

export const resolve = defineTool({
  name: 'resolve',
  title: 'Resolve an annotation',
  description:
    'Say that the change is done and saved to disk, with a short summary for the person. Refused once if the person replied meanwhile: read that reply first.',
  input: () =>
    z.object({
      id: id(),
      summary: message().optional(),
      files: z
        .array(z.string().min(1).max(4_096))
        .max(300)
        .optional()
        .describe('Those you changed, if others changed too'),
    }),
  output: movedOutput,
  hints: { readOnlyHint: false, destructiveHint: false, idempotentHint: false },
  forHolder: true,
  run: async (input, context) => {
    const { agent, root, hasFiles } = context;
    const named = hasFiles && input.files ? await requireProjectFiles(root, input.files) : undefined;
    const changes = await agent.sources.changesOf(root, input.id);
    const edits = changes
      .map(({ file, before, after }) => describeEdit(file, before, after))
      .filter((edit) => edit !== null);
    const compared = changes.map(({ file }) => file);
    const found = await agent.edits.find(editPlaceOf(context), input.id, { named, compared });
    const summary = moveMessageOf(input.summary, context);
    const done = await closeAfterReplies(
      input.id,
      'resolved',
      (annotation) => {
        requireApproved(annotation);
        const at = context.now();
        const reworded = withNewWords(annotation, changes, agent.actor, at);
        return finish(reworded, agent.actor, at, summary, { edits, edited: found.edited });
      },
      context,
    );
    agent.sources.forget(input.id);
    await found.excludeFromOtherClaims();
    await agent.sources.passOver(root, found.edited?.files.map(({ file }) => file) ?? []);
    return { ...done, ...awaitProof(done.annotation, agent) };
  },
});

function awaitProof(annotation: Annotation, agent: Agent): { next?: string } {
  agent.proofs.expect(annotation);
  return annotation.kind === 'markdown' || annotation.proof === undefined ? {} : { next: pageWillTell };
}

/** An agent that rewords a quote seldom says what it became; its edit does. */
function withNewWords(
  annotation: Annotation,
  changes: readonly ChangedSource[],
  by: Actor,
  at: Date,
): Annotation {
  if (annotation.kind !== 'text' || annotation.replacementText !== undefined) return annotation;
  const words = findNewWords(annotation, changes);
  return words === null ? annotation : retarget(annotation, by, at, words);
}
