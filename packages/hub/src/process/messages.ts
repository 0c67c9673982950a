/** What a dev server and the process of its hub tell each other. Types only, so that either side loads nothing for them. */
import type { Manifest } from '@annotate-mcp/core';
import type { GuardOptions, PeerUser } from '@annotate-mcp/http';

import type { HubSettings } from '../options.ts';

/** Messages to the hub's process, over Node's channel between parent and child. */
export type ToHub =
  | { readonly type: 'open'; readonly settings: HubSettings; readonly store?: string; readonly key: string }
  /** The answer to `manifest:ask` with the same id. */
  | { readonly type: 'manifest'; readonly id: number; readonly manifest: Manifest }
  | { readonly type: 'manifest:changed' }
  /** Asks for `alive`, while a page waits. */
  | { readonly type: 'alive:ask' }
  | { readonly type: 'close'; readonly code: number };

/** Messages from the hub's process. */
export type FromHub =
  /** `path` is the Unix socket or named pipe at which it takes requests. */
  | { readonly type: 'opened'; readonly path: string }
  /** The hub cannot be opened; the process ends. */
  | { readonly type: 'failed'; readonly error: DescribedError }
  | { readonly type: 'manifest:ask'; readonly id: number }
  | { readonly type: 'alive' }
  | { readonly type: 'error'; readonly error: DescribedError };

/** An error as it crosses the channel. */
export interface DescribedError {
  readonly message: string;
  readonly hint?: string;
  readonly code?: string;
}

/** The first line of each connection to the hub's process, as JSON. The request of a page follows, as HTTP/1.1. */
export interface ForwardedHead {
  /** Proves that the dev server sent it. */
  readonly key: string;
  /** The page's connection to the dev server, by which the guard judges. */
  readonly peer: PeerFacts;
  /** What the request asks for, with and without the mount path of a middleware. */
  readonly targets: readonly string[];
  /** As Connect and Express set it when they cut a mount path off the URL. */
  readonly originalUrl?: string;
  /** A body parser of the app has read the body and kept nothing of it. */
  readonly isBodyLost: boolean;
  /** The guard's options at this moment: the dev server may change them. */
  readonly guard: GuardOptions;
}

export interface PeerFacts {
  readonly remoteAddress?: string | undefined;
  readonly remotePort?: number | undefined;
  readonly localAddress?: string | undefined;
  readonly localPort?: number | undefined;
  readonly encrypted: boolean;
  /** Looked up by the dev server, where a connection serves many requests. */
  readonly user: PeerUser;
}
