/** What the popup and the worker say to each other. */
import { z } from 'zod';

import type { TabInfo } from '@annotate-mcp/browser-protocol';

import type { SocketState } from '../socket/bridge-socket.ts';

export const popupRequestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('popup:look') }),
  z.object({ type: z.literal('popup:connect'), connection: z.string() }),
  z.object({ type: z.literal('popup:redeem'), url: z.string(), code: z.string() }),
  z.object({ type: z.literal('popup:disconnect') }),
  z.object({ type: z.literal('popup:take-back'), tabId: z.int() }),
  z.object({ type: z.literal('popup:give'), tabId: z.int() }),
  z.object({ type: z.literal('popup:annotate'), tabId: z.int() }),
]);

export type PopupRequest = z.output<typeof popupRequestSchema>;

export interface PopupView {
  readonly state: SocketState;
  readonly driven: readonly TabInfo[];
  /** Tabs that the person took back. */
  readonly withheld: readonly TabInfo[];
  /** What went wrong with the request that this answers, in words. */
  readonly problem: string | null;
}

/** Said by the worker to whoever has the popup open. */
export const changedWord = 'popup:changed';
