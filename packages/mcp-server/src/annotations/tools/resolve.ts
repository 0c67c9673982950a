import { realpath } from 'node:fs/promises';
import { dirname, join, relative, resolve as absolute, sep } from 'node:path';

import { z } from 'zod';

import {
  type Actor,
  type Annotation,
  describeEdit,
  resolve as finish,
  retarget,
  AnnotateError,
} from '@annotate-mcp/core';
import { isInside } from '@annotate-mcp/store/files';

import type { Agent } from '../../agent/agent.ts';
import { editPlaceOf } from '../../agent/edit-recorder.ts';
import { pageWillTell } from '../../agent/proof-notices.ts';
import type { ChangedSource } from '../../agent/seen-sources.ts';
import { defineTool } from '../../tool.ts';
import { requireApproved } from '../document-comment.ts';
import { findNewWords } from '../source/find-new-words.ts';

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
  needs: 'work',
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
    // What was changed in a copy of the project is not on any page yet.
    const isApart = agent.folder !== undefined && found.edited !== null && found.edited.files.length > 0;
    const edited =
      isApart && found.edited !== null ? { ...found.edited, apart: true as const } : found.edited;
    const summary = moveMessageOf(input.summary, context);
    const done = await closeAfterReplies(
      input.id,
      'resolved',
      (annotation) => {
        requireApproved(annotation);
        const at = context.now();
        const reworded = withNewWords(annotation, changes, agent.actor, at);
        return finish(reworded, agent.actor, at, summary, { edits, edited });
      },
      context,
    );
    agent.sources.forget(input.id);
    await found.excludeFromOtherClaims();
    await agent.sources.passOver(root, found.edited?.files.map(({ file }) => file) ?? []);
    return { ...done, ...awaitProof(done.annotation, agent) };
  },
});

/** The paths from the root, `/` separators. Throws for a file that is not in the project, even by a link that leads out. */
async function requireProjectFiles(root: string, named: readonly string[]): Promise<string[]> {
  const realRoot = await realpath(root);
  const files = await Promise.all(named.map((file) => projectFile(realRoot, file)));
  return [...new Set(files)];
}

async function projectFile(root: string, file: string): Promise<string> {
  const path = absolute(root, file);
  // The name itself stays as it is written: git tracks a link, not what it leads to.
  const real = join(await realFolder(dirname(path)), relative(dirname(path), path));
  if (real === root || !isInside(real, root) || file.includes('\0')) throw outsideError(file);
  return relative(root, real).split(sep).join('/');
}

/** Also of a folder that was deleted with the file. */
async function realFolder(folder: string): Promise<string> {
  try {
    return await realpath(folder);
  } catch {
    const parent = dirname(folder);
    return parent === folder ? folder : join(await realFolder(parent), relative(parent, folder));
  }
}

function outsideError(file: string): AnnotateError {
  return new AnnotateError(
    'arguments/invalid',
    `${JSON.stringify(file.slice(0, 200))} is not a file of the project, so nothing was resolved.`,
    { hint: 'Name files relative to the project root, or leave "files" out: what changed is found by git.' },
  );
}

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
