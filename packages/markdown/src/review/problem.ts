import type { AnnotateError } from '@annotate-mcp/core';

export interface Troubles {
  path: string;
  file: AnnotateError | null;
  sidecar: AnnotateError | null;
  /** What the last attempt to bring everything in step failed with. */
  inTheWay: AnnotateError | null;
  markers: readonly string[];
}

const mostMarkers = 3;

/** One text for a person; `null` when all is well. */
export function problemInWords({ path, file, sidecar, inTheWay, markers }: Troubles): string | null {
  const parts = [
    file === null ? null : fileInWords(path, file),
    sidecar === null ? null : inWords(sidecar),
    inTheWay === null ? null : inWords(inTheWay),
    ...markers.slice(0, mostMarkers),
    markers.length > mostMarkers
      ? `And ${markers.length - mostMarkers} more markers are not as they were.`
      : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join('\n');
}

function fileInWords(path: string, error: AnnotateError): string {
  const isGone = error.code === 'markdown/not-found';
  const what = isGone ? `${path} was deleted, moved or renamed.` : inWords(error);
  return `${what} What it said last is still shown, and its comments are kept.`;
}

function inWords({ message, hint }: AnnotateError): string {
  return `${message} ${hint}`;
}
