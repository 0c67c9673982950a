/** The page's copy of the hub's annotations, with the changes of this page that the hub has not sent back yet. */
import type { Annotation, Cursor, HubMessage } from '@annotate-mcp/core';

import type { Rest } from '../state/state.ts';

import { idsOf, type OutboxEntry } from './outbox.ts';
import { predict, type Writer } from './predictor.ts';

export type OnAnnotations = (
  /** All that this page knows, including predicted changes. */
  all: ReadonlyMap<string, Annotation>,
  /** The ids that the hub has not confirmed. */
  unsent: ReadonlySet<string>,
  rest: Rest | null,
) => void;

export interface HubCopy {
  /** The cursor of the newest change that was applied. */
  readonly cursor: () => Cursor | undefined;
  readonly get: (id: string) => Annotation | undefined;
  /** `false` when the message is about something else. */
  readonly apply: (message: HubMessage) => boolean;
  /** What the hub has not sent; `null` when it has sent everything. */
  readonly rest: () => Rest | null;
  /** Adds what was read in another way, unless a newer version is known. The cursor counts if there is none yet. */
  readonly add: (annotations: readonly Annotation[], readAt: Cursor) => void;
  readonly shown: (entries: readonly OutboxEntry[]) => ShownAnnotations;
  readonly sent: (entry: OutboxEntry) => void;
  /** The entry is confirmed. `true` when its change has not arrived yet: the prediction is shown until then, or until `forget`. */
  readonly done: (entry: OutboxEntry) => boolean;
  readonly forget: (ref: string) => void;
}

interface ShownAnnotations {
  readonly annotations: ReadonlyMap<string, Annotation>;
  readonly unsent: ReadonlySet<string>;
}

export function createHubCopy(writer: Writer): HubCopy {
  let fromHub: ReadonlyMap<string, Annotation> = new Map();
  let cursor: Cursor | undefined;
  let rest: Rest | null = null;
  /** By `ref` of a sent entry: the annotations whose change has not arrived yet. */
  const awaited = new Map<string, Set<string>>();
  /** An answer may arrive before the change it confirms; without these a new comment would disappear for a moment. */
  const confirmed = new Map<string, OutboxEntry>();

  function withConfirmed(): ReadonlyMap<string, Annotation> {
    return predict(fromHub, [...confirmed.values()], writer).annotations;
  }

  function markReceived(ids: Iterable<string>): void {
    for (const [ref, still] of awaited) {
      for (const id of ids) still.delete(id);
      if (still.size > 0) continue;
      awaited.delete(ref);
      confirmed.delete(ref);
    }
  }

  function setAnnotation(id: string, annotation: Annotation | null): void {
    const next = new Map(fromHub);
    if (annotation === null) next.delete(id);
    else next.set(id, annotation);
    fromHub = next;
    setWhole([id]);
    markReceived([id]);
  }

  function setWhole(ids: Iterable<string>): void {
    if (rest === null) return;
    const briefs = new Set(rest.briefs);
    for (const id of ids) briefs.delete(id);
    rest = { ...rest, briefs };
  }

  /** The hub reads it between two changes, so that whatever is known already is as new. */
  function addPart({ annotations, briefs, read }: HubMessage & { type: 'annotations:part' }): void {
    if (rest === null) return;
    const unknown = briefs.filter(({ id }) => !fromHub.has(id));
    fromHub = new Map([...fromHub, ...byId([...unknown, ...annotations])]);
    // A list that has come since the question begins at its own start.
    const isNext = read !== undefined && rest.next[read.list] === read.from;
    const next = { ...rest.next, ...(isNext && { [read.list]: read.next }) };
    rest = { ...rest, next, briefs: new Set([...rest.briefs, ...unknown.map(({ id }) => id)]) };
    setWhole(annotations.map(({ id }) => id));
  }

  return {
    cursor: () => cursor,
    get: (id) => fromHub.get(id),
    rest: () => rest,
    apply(message) {
      switch (message.type) {
        case 'annotation:created':
        case 'annotation:updated':
          setAnnotation(message.annotation.id, message.annotation);
          break;
        case 'annotation:removed':
          setAnnotation(message.id, null);
          break;
        case 'annotations:sync':
          fromHub = byId([...(message.briefs ?? []), ...message.annotations]);
          rest = message.rest
            ? { ...message.rest, briefs: new Set(message.briefs?.map(({ id }) => id)) }
            : null;
          awaited.clear();
          confirmed.clear();
          break;
        case 'annotations:part':
          addPart(message);
          return true;
        case 'annotations:counts':
          if (rest !== null) rest = { ...rest, counts: message.counts };
          return true;
        default:
          return false;
      }
      ({ cursor } = message);
      return true;
    },
    add(annotations, readAt) {
      cursor ??= readAt;
      const known = fromHub;
      const newer = annotations.filter((one) => one.updatedAt > (known.get(one.id)?.updatedAt ?? ''));
      fromHub = new Map([...known, ...newer.map((one) => [one.id, one] as const)]);
    },
    shown(entries) {
      const { annotations, touched } = predict(withConfirmed(), entries, writer);
      return { annotations, unsent: touched };
    },
    sent(entry) {
      awaited.set(entry.ref, new Set(idsOf(entry.message, withConfirmed(), writer.authorId)));
    },
    done(entry) {
      const late = (awaited.get(entry.ref)?.size ?? 0) > 0;
      if (late) confirmed.set(entry.ref, entry);
      else awaited.delete(entry.ref);
      return late;
    },
    forget(ref) {
      awaited.delete(ref);
      confirmed.delete(ref);
    },
  };
}

function byId(annotations: readonly Annotation[]): Map<string, Annotation> {
  return new Map(annotations.map((one) => [one.id, one]));
}
