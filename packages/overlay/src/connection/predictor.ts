/** Gives what the person did to predict.ts, which is loaded with the panels or with the first change, whichever is earlier. */
import type { Annotation, PagePerson } from '@annotate-mcp/core';

import { idsOf, type OutboxEntry } from './outbox.ts';

export interface Writer extends PagePerson {
  readonly appId: string;
}

export interface Prediction {
  readonly annotations: ReadonlyMap<string, Annotation>;
  /** The ids that the entries are about, even where an entry no longer applies. */
  readonly touched: ReadonlySet<string>;
}

type Predict = typeof import('./predict.ts').predict;

let loaded: Predict | null = null;

/** Afterwards changes are shown at once. Rejects while the dev server does not answer. */
export async function loadPredictor(): Promise<void> {
  loaded ??= (await import('./predict.ts')).predict;
}

export function isPredictorLoaded(): boolean {
  return loaded !== null;
}

/** Until the predictor is loaded: the annotations as the hub has them, and which of them are about to change. */
export function predict(
  confirmed: ReadonlyMap<string, Annotation>,
  entries: readonly OutboxEntry[],
  writer: Writer,
): Prediction {
  if (entries.length > 0 && loaded !== null) return loaded(confirmed, entries, writer);
  const touched = entries.flatMap(({ message }) => idsOf(message, confirmed, writer.authorId));
  return { annotations: confirmed, touched: new Set(touched) };
}
