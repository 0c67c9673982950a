import type { AnnotateError } from '@annotate-mcp/core';

import { blocksOf } from '../document/blocks.ts';
import type { PlacedAnchor } from '../stores/comments.ts';

import { createPlacer } from './place-anchors.ts';
import { reanchorAndReconcile, type SynchronizeDeps } from './synchronize.ts';

/**
 * Writes a new text into the file, with all markers, and moves the comments. `placed` says where the passages of some
 * comments are in it. Returns the error that prevents synchronization, if there is one.
 */
export async function writeText(
  deps: SynchronizeDeps,
  text: string,
  placed: ReadonlyMap<string, PlacedAnchor> = new Map(),
): Promise<AnnotateError | null> {
  const { file, inline } = deps;
  const before = file.text;
  const place = createPlacer(text, blocksOf(text), before);
  const comments = [...inline.comments.values()].map((comment) => {
    const { anchor, anchorState } = placed.get(comment.id) ?? place(comment);
    return { ...comment, anchor, anchorState };
  });
  inline.writeWithText(text, comments);
  return reanchorAndReconcile(deps, before);
}
