import { type AnnotateError, isVisibleToAgents } from '@annotate-mcp/core';

import type { Block } from '../document/blocks.ts';
import type { Comments } from '../stores/comments.ts';
import type { ReviewedText, ReviewedTextFile } from '../stores/reviewed-text.ts';
import type { VerdictFile } from '../stores/verdict-file.ts';
import type { GivenVerdict } from '../verdict.ts';
import type { FileMeta } from '../view-messages.ts';

import { describeFileError, describeProblems } from './describe-problems.ts';
import type { SynchronizeDeps } from './synchronize.ts';

/** A document as views and agents see it. */
export interface DocumentState {
  /** Published together with the comments, so that no reader gets a new text with anchors of the old one. */
  text: string;
  blocks: readonly Block[];
  importedComments: number;
  comments: Comments;
  fileMeta: FileMeta;
  mirror: boolean;
  /** The text that the person reviewed last, while `text` is another one. */
  reviewed: ReviewedText | null;
  problem: string | null;
  fileProblem: string | null;
  /** The person trusts the whole repository. */
  isTrusted: boolean;
  verdict: GivenVerdict | null;
}

export interface StateDeps extends SynchronizeDeps {
  verdicts: VerdictFile;
}

/** As file and stores were read last. */
export function readState(
  { file, stores, inline, lastSeen, reviewed, verdicts }: StateDeps,
  synchronizationError: AnnotateError | null,
): DocumentState {
  return {
    text: file.text,
    blocks: file.blocks,
    importedComments: [...inline.comments.values()]
      .map((comment) => stores.provenance.shown(comment))
      .filter(isVisibleToAgents).length,
    comments: stores.all(),
    isTrusted: stores.provenance.isRepositoryTrusted(),
    verdict: verdicts.read(file.text),
    fileMeta: file.meta,
    mirror: lastSeen.read().mirror,
    reviewed: readOtherText(reviewed, file.text),
    problem: describeProblems({
      path: file.path,
      file: file.problem,
      sidecar: stores.sidecar.problem,
      synchronization: synchronizationError,
      markers: file.markerProblems,
    }),
    fileProblem: file.problem === null ? null : describeFileError(file.path, file.problem),
  };
}

function readOtherText(reviewed: ReviewedTextFile, text: string): ReviewedText | null {
  const last = reviewed.read();
  return last?.text === text ? null : last;
}
