/** Where a badge goes: the top right corner of its element, in CSS pixels of the viewport. */
export interface MarkerPosition {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Scrolled out of sight, by the page or by a scroll container. */
  readonly offscreen: boolean;
  /** Of its element, for those who draw around it. */
  readonly size?: { readonly width: number; readonly height: number };
}
