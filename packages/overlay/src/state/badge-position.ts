import type { Box } from './state.ts';

/**
 * The position of a badge, in CSS pixels of the viewport: the top right corner of its element, or the end of its words
 * where these are far from that corner.
 */
export interface BadgePosition {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  /** Scrolled out of sight, by the page or by a scroll container. */
  readonly offscreen: boolean;
  /** Its element. */
  readonly box?: Box;
}
