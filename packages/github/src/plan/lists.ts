/** The comments that list annotations which are on no line of the pull request. */
import type { Annotation } from '@annotate-mcp/core';

import { describeInList, listHead, mostInComment } from '../text/describe-annotation.ts';
import { hashText, type MarkedText, type ThreadMarker, withMarker } from '../text/marker.ts';

import type { Linked, LinkedList } from './linked.ts';
import { changedSide, type OpenState, stateOf, stateOfEntry, withoutTick } from './state.ts';
import { annotationKey, type ListWrite } from './write.ts';

export interface ListsOptions {
  linked: Linked;
  annotations: readonly Annotation[];
  /** Those that are to be listed and are not yet, in order. */
  fresh: readonly Annotation[];
}

const mostEntries = 100;

export function planLists({ linked, annotations, fresh }: ListsOptions): {
  writes: ListWrite[];
  edited: Annotation[];
} {
  const known = new Map(annotations.map((annotation) => [annotation.id, annotation]));
  const edited: Annotation[] = [];
  const lists: ListDraft[] = linked.lists
    .filter(({ comment }) => comment.canUpdate)
    .map((list) => {
      const entries = list.entries.map((entry) => {
        const annotation = known.get(entry.marker.id);
        // An entry of another store, or of an annotation that was deleted, stays as it is.
        if (annotation === undefined) return withMarker(entry);
        const renewed = renew(entry, annotation);
        if (renewed.isInConflict) edited.push(annotation);
        return renewed.body;
      });
      return { list, head: list.head, entries, keys: [], rest: list.rest };
    });
  for (const annotation of fresh) addTo(lists, annotation);
  return { writes: lists.flatMap(toWrite), edited };
}

interface ListDraft {
  list: LinkedList | null;
  head: string;
  entries: string[];
  keys: string[];
  rest: string;
}

function renew(
  { text, marker }: MarkedText<ThreadMarker>,
  annotation: Annotation,
): { body: string; isInConflict: boolean } {
  const there = stateOfEntry(text);
  const isNewer = annotation.updatedAt > marker.at;
  const here = stateOf(annotation);
  const side = changedSide({ here, there, marked: marker.state, isNewer });
  const state = side === 'here' ? here : there;
  const own = describeInList(annotation, state);
  const isEdited = hashText(withoutTick(text)) !== marker.text;
  const isSame = hashText(withoutTick(text)) === hashText(withoutTick(own));
  const takesOwn = isSame || (!isEdited && isNewer);
  if (takesOwn) return { body: entryOf(annotation, own, state), isInConflict: false };
  const words = state === 'closed' ? withoutTick(text).replace('- [ ] ', '- [x] ') : withoutTick(text);
  return {
    body: withMarker({ text: words, marker: { ...marker, state } }),
    isInConflict: isEdited,
  };
}

function addTo(lists: ListDraft[], annotation: Annotation): void {
  const entry = entryOf(annotation, describeInList(annotation, 'open'), 'open');
  const hasRoom = ({ list, entries, ...draft }: ListDraft) =>
    (list === null || list.comment.isViewers) &&
    entries.length < mostEntries &&
    bodyOf({ list, entries: [...entries, entry], ...draft }).length <= mostInComment;
  const draft = lists.find(hasRoom) ?? startList(lists);
  draft.entries.push(entry);
  draft.keys.push(annotationKey(annotation.id));
}

function startList(lists: ListDraft[]): ListDraft {
  const draft: ListDraft = { list: null, head: listHead, entries: [], keys: [], rest: '' };
  lists.push(draft);
  return draft;
}

/** The time in the marker changes only with the entry, so that a list without news stays as it is. */
function entryOf(annotation: Annotation, text: string, state: OpenState): string {
  const { id, updatedAt } = annotation;
  return withMarker({
    text,
    marker: { type: 'entry', id, state, at: updatedAt, text: hashText(withoutTick(text)) },
  });
}

function bodyOf({ head, entries, rest }: ListDraft): string {
  return [head, ...entries, rest].filter((part) => part !== '').join('\n\n');
}

function toWrite(draft: ListDraft): ListWrite[] {
  const { list, keys } = draft;
  const body = bodyOf(draft);
  if (list === null) return [{ type: 'list', comment: null, body, keys }];
  const isSame = withoutTimes(body) === withoutTimes(list.comment.body);
  return isSame ? [] : [{ type: 'list', comment: list.comment.id, body, keys }];
}

/** An annotation may have a newer time for reasons that the list does not show. */
function withoutTimes(body: string): string {
  return body
    .replace(/\r\n/g, '\n')
    .replace(/^(<!-- annotate-mcp:1 .*) at=\S+ /gm, '$1 ')
    .trim();
}
