import type { AnnotateError } from '@annotate-mcp/core';

export interface DocumentProblems {
  path: string;
  file: AnnotateError | null;
  sidecar: AnnotateError | null;
  /** What the last synchronization failed with. */
  synchronization: AnnotateError | null;
  markers: readonly string[];
}

const mostMarkers = 3;

/** One text for a person; `null` when there is no problem. */
export function describeProblems({
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

export function describeFileError(path: string, error: AnnotateError): string {
  const isGone = error.code === 'markdown/not-found';
  const what = isGone ? `${path} was deleted, moved or renamed.` : describeError(error);
  return `${what} The text that was read last is still shown, and its comments are kept.`;
}

function describeError({ message, hint }: AnnotateError): string {
  return `${message} ${hint}`;
}
