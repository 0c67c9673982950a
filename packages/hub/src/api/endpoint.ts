import type { IncomingMessage, ServerResponse } from 'node:http';

import type { Store } from '@annotate-mcp/store';

import type { Attachments } from '../attachments.ts';
import type { Speaker } from '../speaker.ts';

export interface Office {
  readonly store: Store;
  readonly appId: string;
  readonly attachments: Attachments;
  readonly now: () => Date;
  readonly onError: (error: unknown) => void;
}

/** One request to the API, read as far as every endpoint needs it. */
export interface Call {
  readonly office: Office;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly query: URLSearchParams;
  /** What stands in the place of `:id` or `:name`; empty where the path has none. */
  readonly name: string;
  readonly speaker: Speaker;
  readonly maxBodyBytes: number;
}

export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Below the API's own path; a last part that begins with a colon stands for any one. */
  readonly path: string;
  readonly answer: (call: Call) => Promise<void>;
}
