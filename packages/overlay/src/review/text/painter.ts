import type { TextSign } from './text-colors.ts';

export interface HighlightedText {
  readonly id: string;
  readonly sign: TextSign;
  readonly ranges: readonly Range[];
}

/** Draws highlights over texts without changing the page's DOM. */
export interface Painter {
  readonly show: (list: readonly HighlightedText[]) => void;
  /** Emphasises the text whose composer or thread is open. */
  readonly emphasise: (ranges: readonly Range[]) => void;
  readonly close: () => void;
}
