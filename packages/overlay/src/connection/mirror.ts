/** The page's copy of the hub's annotations, and over it what the person did that has not come back from there. */
import type { Annotation, Cursor, HubMessage } from '@annotate-mcp/core';

import type { Entry } from './outbox.ts';
import { predict, type Writer } from './predict.ts';

export interface Mirror {
  /** The newest place in the hub's feed that this copy has seen. */
  readonly cursor: () => Cursor | undefined;
  readonly get: (id: string) => Annotation | undefined;
  /** `false` when the message is about something else. */
  readonly apply: (message: HubMessage) => boolean;
  readonly shown: (entries: readonly Entry[]) => Shown;
  readonly sent: (entry: Entry) => void;
  /** Confirmed. `true` when its change has not come yet: it is shown until it comes, or until `forget`. */
  readonly done: (entry: Entry) => boolean;
  readonly forget: (ref: string) => void;
}

export interface Shown {
  readonly annotations: ReadonlyMap<string, Annotation>;
  readonly unsent: ReadonlySet<string>;
}

export function createMirror(writer: Writer): Mirror {
  let truth: ReadonlyMap<string, Annotation> = new Map();
  let cursor: Cursor | undefined;
  /** By `ref`: which annotations the hub has yet to speak of since it was sent. */
  const awaited = new Map<string, Set<string>>();
  /** The answer may overtake the change it confirms; without these a new comment would vanish for a moment. */
  const confirmed = new Map<string, Entry>();

  function settled(): ReadonlyMap<string, Annotation> {
    return confirmed.size === 0 ? truth : predict(truth, [...confirmed.values()], writer).annotations;
  }

  function heard(ids: Iterable<string>): void {
    for (const [ref, still] of awaited) {
      for (const id of ids) still.delete(id);
      if (still.size > 0) continue;
      awaited.delete(ref);
      confirmed.delete(ref);
    }
  }

  function take(id: string, annotation: Annotation | null): void {
    const next = new Map(truth);
    if (annotation === null) next.delete(id);
    else next.set(id, annotation);
    truth = next;
    heard([id]);
  }

  return {
    cursor: () => cursor,
    get: (id) => truth.get(id),
    apply(message) {
      switch (message.type) {
        case 'annotation:created':
        case 'annotation:updated':
          take(message.annotation.id, message.annotation);
          break;
        case 'annotation:removed':
          take(message.id, null);
          break;
        case 'annotations:sync':
          truth = new Map(message.annotations.map((one) => [one.id, one]));
          awaited.clear();
          confirmed.clear();
          break;
        default:
          return false;
      }
      ({ cursor } = message);
      return true;
    },
    shown(entries) {
      const { annotations, touched } = predict(settled(), entries, writer);
      return { annotations, unsent: touched };
    },
    sent(entry) {
      awaited.set(entry.ref, new Set(predict(settled(), [entry], writer).touched));
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
