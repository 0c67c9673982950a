/** Snake case because sidecar files and inline markers carry it under these names. */
export interface MarkdownAnchor {
  line_start: number;
  line_end: number;
  char_start: number;
  char_end: number;
  block_id: string;
  quote: string;
  context_before: string;
  context_after: string;
  /** As `fingerprint` of a `TextAnchor`. Not in markers, which go along with their text. */
  fingerprint?: string;
}
