/** Messages from the overlay in a page to the service worker. The page itself cannot send them. */
import { z } from 'zod';

import type { AnnotateInfo } from '@annotate-mcp/browser-protocol';

/** Name of the port that replaces the overlay's socket. */
export const wireName = 'annotate-wire';

/** What the service worker passes to the overlay that it injects. */
export interface AnnotateStart {
  /** The server's address. */
  readonly url: string;
  readonly annotate: AnnotateInfo;
  /** What the overlay stored on this site. */
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
  /** The page's own overlay has appeared. */
  z.object({ type: z.literal('annotate:replaced') }),
]);

export type OverlayRequest = z.output<typeof overlayRequestSchema>;

export interface FetchAnswer {
  readonly status: number;
  readonly contentType: string;
  /** Messages are JSON, and pictures are bytes. */
  readonly base64: string;
}

/** From the service worker, over the port. */
export const wireMessageSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('opened') }),
  z.object({ type: z.literal('heard'), text: z.string() }),
]);
