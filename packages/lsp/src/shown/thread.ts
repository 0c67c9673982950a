import type { Annotation } from '@annotate-mcp/core';

import { offeredActions } from '../actions/actions.ts';
import type { PlacedSpot } from '../places/tracked-text.ts';
import type { ShownThread } from '../protocol.ts';

import { commentsOf } from './hover.ts';
import { pageLink } from './page-link.ts';
import { plainLine, plainText } from './plain-text.ts';
import { describeOrigin, describeState, stateOf } from './state.ts';
import { titleOf } from './title.ts';

/** An annotation as an editor gets it that shows threads by itself. */
export function threadOf(annotation: Annotation, { range, isFound }: PlacedSpot): ShownThread {
  const lost = isFound ? null : 'The words that it is about are not here any more.';
  return {
    id: annotation.id,
    range,
    title: titleOf(annotation),
    state: stateOf(annotation),
    notes: [lost, describeState(annotation), describeOrigin(annotation)].filter((note) => note !== null),
    isFromRepository: annotation.origin === 'repository',
    comments: commentsOf(annotation).map((comment) => ({
      ...comment,
      name: plainLine(comment.name),
      text: plainText(comment.text).trim(),
    })),
    actions: offeredActions(annotation).map(({ name }) => name),
    link: pageLink(annotation),
  };
}
