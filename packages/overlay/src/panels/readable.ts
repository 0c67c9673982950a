/** One annotation that cannot be read, as one of a newer release may be, takes only itself away from what is drawn. */
import { type Annotation, isClosed, peopleIn, turnOf } from '@annotate-mcp/core';

import { guard } from '../page-edge.ts';
import type { OverlayState } from '../state/state.ts';
import { requestAuthor } from '../ui/authors.ts';
import { sourceOf, titleOf } from '../ui/target-words.ts';
import { lastStepAt, signOf, signWord } from '../ui/words.ts';

type Annotations = OverlayState['annotations'];

/** The same state, or one without the annotations that cannot be read. */
export function readableState(state: OverlayState): OverlayState {
  const annotations = readableAmong(state);
  if (annotations === state.annotations) return state;
  const without = statesWithout.get(state) ?? { ...state, annotations };
  statesWithout.set(state, without);
  return without;
}

const statesWithout = new WeakMap<OverlayState, OverlayState>();

function readableAmong({ annotations }: OverlayState): Annotations {
  const before = readable.get(annotations);
  if (before !== undefined) return before;
  const all = [...annotations];
  const some = all.filter(([, annotation]) => isReadable(annotation));
  const found = some.length === all.length ? annotations : new Map(some);
  leftOut.set(found, all.length - some.length);
  readable.set(annotations, found).set(found, found);
  return found;
}

const readable = new WeakMap<Annotations, Annotations>();
const leftOut = new WeakMap<Annotations, number>();

/** How many cannot be read, of a state that `readableState` has returned. */
export function countUnreadable({ annotations }: OverlayState): number {
  return leftOut.get(annotations) ?? 0;
}

function isReadable(annotation: Annotation): boolean {
  const is = known.get(annotation) ?? canRead(annotation) === true;
  known.set(annotation, is);
  return is;
}

/** An annotation that changes is another object. */
const known = new WeakMap<Annotation, boolean>();

/** Asks what badges, list and notices ask of each; `undefined` where one of the answers is an exception. */
const canRead: (annotation: Annotation) => true | undefined = guard((annotation) => {
  isClosed(annotation);
  signOf(annotation, false);
  signWord(annotation, false);
  titleOf(annotation);
  sourceOf(annotation);
  lastStepAt(annotation);
  turnOf(annotation);
  annotation.annotationText.trim();
  const people = peopleIn([annotation]);
  requestAuthor(annotation, { me: { id: '', name: null }, people, isShared: true });
  return true;
});
