/** Messages between the popup and the service worker. */
import { z } from 'zod';

import type { TabInfo } from '@annotate-mcp/browser-protocol';

import type { ActivityEntry } from '../activity/entry.ts';
import type { SocketState } from '../socket/bridge-socket.ts';
import type { Offer } from '../socket/pairing.ts';

export const popupRequestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('popup:open') }),
  z.object({ type: z.literal('popup:look') }),
  z.object({ type: z.literal('popup:pair') }),
  z.object({ type: z.literal('popup:not-now') }),
  z.object({ type: z.literal('popup:connect'), connection: z.string() }),
  z.object({ type: z.literal('popup:redeem'), url: z.string(), code: z.string() }),
  z.object({ type: z.literal('popup:disconnect') }),
  z.object({ type: z.literal('popup:take-back'), tabId: z.int() }),
  z.object({ type: z.literal('popup:give'), tabId: z.int() }),
  z.object({ type: z.literal('popup:stop') }),
  z.object({ type: z.literal('popup:resume') }),
  z.object({ type: z.literal('popup:annotate'), tabId: z.int() }),
  z.object({ type: z.literal('popup:stop-annotating'), tabId: z.int() }),
]);

export type PopupRequest = z.output<typeof popupRequestSchema>;

export interface PopupState {
  readonly socket: SocketState;
  /** A server on this machine that the person may connect to. */
  readonly offer: Offer | null;
  readonly driven: readonly TabInfo[];
  readonly takenBack: readonly TabInfo[];
  /** Name of the agent that used a tab last, by the id of the tab. */
  readonly agents: Readonly<Record<number, string>>;
  /** What agents did, the newest first. */
  readonly activity: readonly ActivityEntry[];
  readonly isStopped: boolean;
  /** The key that stops everything, as the person set it; empty when there is none. */
  readonly stopKey: string;
  /** Ids of the tabs that the person annotates. */
  readonly annotated: readonly number[];
  /** What is wrong with the request that this answers, written for the person. */
  readonly problem: string | null;
}

/** The service worker sends it when the popup has to be updated. */
export const changedMessage = 'popup:changed';
