/** Shows what the person did before the hub has confirmed it, by the same rules that the hub will apply. */
import {
  accept,
  type Annotation,
  create,
  deleteOrWithdraw,
  editText,
  relink,
  release,
  reopen,
  reply,
  submit,
} from '@annotate-mcp/core';

import type { Deed, Entry } from './outbox.ts';

export interface Writer {
  readonly authorId: string;
  readonly appId: string;
}

export interface Foreseen {
  readonly annotations: ReadonlyMap<string, Annotation>;
  /** What the entries are about, also where they do not apply any more. */
  readonly touched: ReadonlySet<string>;
}

/** A move that does not apply to what the annotation has become is not shown. */
export function foresee(
  truth: ReadonlyMap<string, Annotation>,
  entries: readonly Entry[],
  writer: Writer,
): Foreseen {
  const annotations = new Map(truth);
  const touched = new Set<string>();
  for (const entry of entries) {
    for (const id of idsOf(entry.deed, annotations, writer)) {
      touched.add(id);
      const after = attempt(() => moved(annotations.get(id), entry, writer));
      if (after === null) annotations.delete(id);
      else if (after !== undefined) annotations.set(id, after);
    }
  }
  return { annotations, touched };
}

/** Which annotations it changes. */
function idsOf(
  deed: Deed,
  annotations: ReadonlyMap<string, Annotation>,
  { authorId }: Writer,
): readonly string[] {
  if (deed.type === 'annotation:create') return [deed.payload.id];
  if (deed.type !== 'batch:submit') return [deed.id];
  const isMine = (one: Annotation) => one.status === 'draft' && one.authorId === authorId;
  return deed.ids ?? [...annotations.values()].filter(isMine).map(({ id }) => id);
}

function moved(
  before: Annotation | undefined,
  { deed, at }: Entry,
  writer: Writer,
): Annotation | null | undefined {
  const time = new Date(at);
  const { authorId, appId } = writer;
  if (deed.type === 'annotation:create')
    return (
      before ?? create({ ...deed.payload, authorId, appId }, deed.draft === true ? 'draft' : 'pending', time)
    );
  if (before === undefined) return undefined;
  // As the hub has it: at this machine a page acts for the author of whatever was sent, and of its own drafts only.
  const by = { type: 'person', authorId: before.status === 'draft' ? authorId : before.authorId } as const;
  switch (deed.type) {
    case 'annotation:reply':
      return reply(before, by, time, { id: deed.replyId, message: deed.message });
    case 'annotation:reopen':
      return reopen(
        before,
        by,
        time,
        deed.message === undefined ? undefined : { id: deed.replyId, message: deed.message },
      );
    case 'annotation:accept':
      return accept(before, by, time);
    case 'annotation:edit':
      return editText(before, by, time, deed.annotationText);
    case 'annotation:release':
      return release(before, by, time);
    case 'annotation:relink':
      return relink(before, by, time, deed.place);
    case 'annotation:delete':
      // Done already, and only the answer is missing: a second time would remove what was withdrawn.
      if (before.status === 'dismissed' && (before.withdrawnAt ?? '') >= at) return before;
      return deleteOrWithdraw(before, by, time);
    case 'batch:submit':
      return submit(before, by, time);
  }
}

function attempt<T>(move: () => T): T | undefined {
  try {
    return move();
  } catch {
    // The hub will refuse it as well, and say why.
    return undefined;
  }
}
