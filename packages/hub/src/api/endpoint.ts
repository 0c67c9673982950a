import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Store } from '@annotate-mcp/store';
import type { PatchFiles } from '@annotate-mcp/store/git';

import type { EditApply } from '../apply/edit-apply.ts';
import type { Attachments } from '../attachments.ts';
import type { CheckOffer } from '../checks/check-offer.ts';
import type { EditUndo } from '../edits/edit-undo.ts';
import type { People } from '../people.ts';
import type { ProjectSources } from '../project-sources.ts';
import type { Speaker } from '../speaker.ts';
import type { WorkOffer } from '../work-offer.ts';

export interface ApiDeps {
  readonly store: Store;
  readonly appId: string;
  readonly projectRoot: string;
  readonly attachments: Attachments;
  readonly sources: ProjectSources;
  readonly people: People;
  /** `null` when this hub cannot start the program that asks the person. */
  readonly workOffer: WorkOffer | null;
  readonly patches: PatchFiles;
  readonly editUndo: EditUndo;
  readonly editApply: EditApply;
  readonly checkOffer: CheckOffer;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

/** One request to the API, with what every endpoint needs. */
export interface ApiCall {
  readonly deps: ApiDeps;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** The value of the first `:id` or `:name` in the path; empty where the path has none. */
  readonly name: string;
  /** The values of all of them. */
  readonly names: readonly string[];
  readonly speaker: Speaker;
  readonly maxBodyBytes: number;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the API's path. A segment with a colon matches any value. */
  readonly path: string;
  readonly answer: (call: ApiCall) => Promise<void>;
}
