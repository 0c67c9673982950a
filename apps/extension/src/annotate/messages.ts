/** What the overlay in a page asks of the worker. The page itself cannot say any of this. */
import { z } from 'zod';

import type { AnnotateInfo } from '@annotate-mcp/browser-protocol';

/** The name of the port that carries the overlay's socket. */
export const wireName = 'annotate-wire';

/** What the worker hands to the overlay it puts into a page. */
export interface AnnotateStart {
  /** The server's address. */
  readonly url: string;
  readonly annotate: AnnotateInfo;
  /** What the overlay remembered on this site. */
  readonly remembered: Record<string, string>;
}

export const overlayRequestSchema = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('annotate:remember'),
    key: z.string().max(500),
    value: z.string().max(1_000_000).nullable(),
  }),
  z.object({
    type: z.literal('annotate:fetch'),
    /** Below the hub's folder. */
    path: z.string().max(2_000),
    method: z.enum(['GET', 'POST']),
    contentType: z.string().max(200).nullable(),
    base64: z.string().max(20_000_000).nullable(),
  }),
]);

export type OverlayRequest = z.output<typeof overlayRequestSchema>;

export interface FetchAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/** Over the port, from the worker. */
export const wireWordSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened') }),
  z.object({ type: z.literal('heard'), text: z.string() }),
]);
