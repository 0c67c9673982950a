import type { PagePlace } from '@annotate-mcp/core';

/** What on a page a command is about. */
export type Target = ElementTarget | PointTarget;

export type ElementTarget = RefTarget | SelectorTarget | AnnotationTarget;

/** As a snapshot named it: `e12`, in a frame `f7e3`. Stays with its element; fails with `target/stale` when that is gone. */
export interface RefTarget {
  readonly by: 'ref';
  readonly ref: string;
}

/** CSS; ` >>> ` leads into a shadow root, open or closed, or into a frame. The first visible match is meant. */
export interface SelectorTarget {
  readonly by: 'selector';
  readonly selector: string;
}

/** What somebody annotated; found as the overlay finds its badges: that element or none, never a lookalike. */
export interface AnnotationTarget {
  readonly by: 'annotation';
  readonly annotationId: string;
  readonly place: PagePlace;
}

/** CSS pixels from the top left of the viewport. */
export interface PointTarget {
  readonly by: 'point';
  readonly x: number;
  readonly y: number;
}
