/** The position of a badge: the top right corner of its element, in CSS pixels of the viewport. */
export interface BadgePosition {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Scrolled out of sight, by the page or by a scroll container. */
  readonly offscreen: boolean;
  /** The size of its element. */
  readonly size?: { readonly width: number; readonly height: number };
}
