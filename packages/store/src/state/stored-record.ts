import type { Annotation } from '@annotate-mcp/core';

import { withOrigin } from '../trust/provenance.ts';

/** One annotation as a state driver keeps it. Never altered: what changes is replaced. */
export interface StoredRecord {
  /** Without `origin`. */
  readonly annotation: Annotation;
  /** Written by this user on this machine, or adopted. */
  readonly isSealed: boolean;
  /** The seal of another user, as it was found; kept as long as the record does not change. */
  readonly foreignSeal?: string;
}

export type Records = ReadonlyMap<string, StoredRecord>;

/** The annotation as readers get it; the same object for the same record, so that comparing is cheap. */
export function shownFrom(record: StoredRecord, isTrusted: boolean): Annotation {
  if (record.isSealed || isTrusted) return record.annotation;
  const known = fromRepository.get(record);
  if (known !== undefined) return known;
  const shown = withOrigin(record.annotation, true);
  fromRepository.set(record, shown);
  return shown;
}

const fromRepository = new WeakMap<StoredRecord, Annotation>();
