import { type AnnotateError, isVisibleToAgents } from '@annotate-mcp/core';

import type { Block } from '../document/blocks.ts';
import type { Comments } from '../stores/comments.ts';
import type { ReviewedText, ReviewedTextFile } from '../stores/reviewed-text.ts';
import type { VerdictFile } from '../stores/verdict-file.ts';
import type { FileMeta, GivenVerdict } from '../view-messages.ts';

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

interface DocumentProblems {
  path: string;
  file: AnnotateError | null;
  sidecar: AnnotateError | null;
  /** What the last synchronization failed with. */
  synchronization: AnnotateError | null;
  markers: readonly string[];
}

const mostMarkers = 3;

/** One text for a person; `null` when there is no problem. */
function describeProblems({
  path,
  file,
  sidecar,
  synchronization,
  markers,
}: DocumentProblems): string | null {
  const parts = [
    file === null ? null : describeFileError(path, file),
    sidecar === null ? null : describeError(sidecar),
    synchronization === null ? null : describeError(synchronization),
    ...markers.slice(0, mostMarkers),
    markers.length > mostMarkers
      ? `And ${markers.length === mostMarkers + 1 ? '1 more marker is' : `${markers.length - mostMarkers} more markers are`} not as they were.`
      : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join('\n');
}

function describeFileError(path: string, error: AnnotateError): string {
  const isGone = error.code === 'markdown/not-found';
  const what = isGone ? `${path} was deleted, moved or renamed.` : describeError(error);
  return `${what} The text that was read last is still shown, and its comments are kept.`;
}

function describeError({ message, hint }: AnnotateError): string {
  return `${message} ${hint}`;
}
