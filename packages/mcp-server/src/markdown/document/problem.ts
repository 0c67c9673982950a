import type { AnnotateError } from '@annotate-mcp/core';

export interface Troubles {
  path: string;
  file: AnnotateError | null;
  sidecar: AnnotateError | null;
  /** What the last attempt to bring everything in step failed with. */
  inTheWay: string | null;
  markers: readonly string[];
}

const mostMarkers = 3;

/** One text for a person; `null` when all is well. */
export function problemInWords({ path, file, sidecar, inTheWay, markers }: Troubles): string | null {
  const parts = [
    file === null ? null : fileInWords(path, file),
    sidecar === null ? null : `${sidecar.message} ${sidecar.hint}`,
    inTheWay,
    ...markers.slice(0, mostMarkers),
    markers.length > mostMarkers
      ? `And ${markers.length - mostMarkers} more markers are not as they were.`
      : null,
  ].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join('\n');
}

function fileInWords(path: string, error: AnnotateError): string {
  const what =
    error.code === 'markdown/not-found'
      ? `${path} was deleted, moved or renamed.`
      : `${error.message} ${error.hint}`;
  return `${what} What it said last is still shown, and its comments are kept.`;
}
