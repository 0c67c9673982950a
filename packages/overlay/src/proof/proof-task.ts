/** What the parts that look at the page share. */
import type { Annotation, PageFailure, ProofRecord, SerialQueue } from '@annotate-mcp/core';

import type { OverlayStateContainer } from '../state/container.ts';
import type { Tracker } from '../tracking/lazy-tracker.ts';
import type { ShownTrial } from '../trials/trials.ts';

import type { HotUpdates } from './hot-updates.ts';
import type { PageRequests } from './page-requests.ts';
import type { ProofReporter } from './report-proof.ts';
import type { RecordDeps, TakenRecord } from './take-record.ts';

export interface ProofDeps extends RecordDeps {
  readonly container: OverlayStateContainer;
  readonly tracker: Pick<Tracker, 'elementOf'>;
  readonly fetch: typeof fetch;
}

/** In milliseconds. */
export interface ProofTiming {
  /** How long a page waits for the one where the comment was written to tell what it is about. */
  readonly turn: number;
  /** A page without changes for so long has come to rest. */
  readonly quiet: number;
  /** A page that never rests is looked at after this. */
  readonly mostQuiet: number;
  /** Between two looks that tell what changes by itself. */
  readonly steady: number;
  /** A change that has not arrived by then is called missing; until then the page is looked at again when it changes. */
  readonly final: number;
  /** How long a look waits for the pointer to leave the target. */
  readonly pointer: number;
  /** What the hub could not answer is asked again after this, if the page has not gone offline until then. */
  readonly repeat: number;
}

export const proofTiming: ProofTiming = {
  turn: 5_000,
  quiet: 600,
  mostQuiet: 4_000,
  steady: 800,
  final: 8_000,
  pointer: 2_000,
  repeat: 3_000,
};

export interface PreparedBefore extends TakenRecord {
  readonly picture: Blob | null;
}

/** What the page showed before the person tried something, by what they tried. */
export type PreparedRecords = WeakMap<ShownTrial, Promise<PreparedBefore | null>>;

/** What both sides need. */
export interface ProofTask extends ProofDeps {
  readonly annotation: Annotation;
  /** Whether it was written in this page. */
  readonly isOwn: boolean;
  readonly reporter: ProofReporter;
  readonly prepared: PreparedRecords;
  /** What this page has told the hub last of what each annotation is about, by its id. */
  readonly known: Map<string, ProofRecord>;
  readonly readFailures: (resolvedAt: Date | null, since?: Date) => Promise<PageFailure[]>;
  readonly requests: Pick<PageRequests, 'read'>;
  readonly updates: Pick<HotUpdates, 'lastAt' | 'lastOf'>;
  /** When the page has changed last, in milliseconds since 1970. */
  readonly lastChangeAt: () => number;
  /** Called when the page has shown what became of the annotation. */
  readonly onSettled: () => void;
  readonly timing: ProofTiming;
  /** Aborts when the annotation has become something else, or the overlay is closed. */
  readonly signal: AbortSignal;
  /** Looks at several annotations are taken one after the other. */
  readonly looks: SerialQueue;
  /** So are pictures, which take longer: a look that has to come before an edit does not wait for them. */
  readonly pictures: SerialQueue;
}
