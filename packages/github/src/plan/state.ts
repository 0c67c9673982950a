/** Which side has opened or closed an annotation since both were last brought together. */
import { type Annotation, isClosed } from '@annotate-mcp/core';

import type { MarkedState } from '../text/marker.ts';

export type OpenState = 'open' | 'closed';

/** `here`: what was done here has to be done there. `there`: the other way round. */
export type ChangedSide = 'none' | 'here' | 'there';

export interface States {
  here: OpenState;
  there: OpenState;
  /** When both sides were last brought together. */
  marked: MarkedState;
  /** This copy of the annotation was changed after that. */
  isNewer: boolean;
}

export function changedSide({ here, there, marked, isNewer }: States): ChangedSide {
  if (here === there) return 'none';
  const before: OpenState = marked === 'said' ? 'closed' : marked;
  // There are two states, so one of the sides is as it was.
  if (before !== there) return 'there';
  return isNewer ? 'here' : 'there';
}

export function stateOf(annotation: Annotation): OpenState {
  return isClosed(annotation) ? 'closed' : 'open';
}

/** A thread that the token may not resolve is closed by what is said in it. */
export function stateOfThread(isResolved: boolean, marked: MarkedState): OpenState {
  return isResolved || marked === 'said' ? 'closed' : 'open';
}

/** In the list a box says it. */
export function stateOfEntry(text: string): OpenState {
  return /^- \[x\] /i.test(text) ? 'closed' : 'open';
}

/** The text of an entry with an empty box: ticking it is not an edit. */
export function withoutTick(text: string): string {
  return text.replace(/^- \[x\] /i, '- [ ] ');
}
