/** The service worker's part of the popup: handles its requests, and answers each with the current state. */
import { z } from 'zod';

import { decodeConnection, type TabInfo } from '@annotate-mcp/browser-protocol';
import { describeError } from '@annotate-mcp/core';

import type { ActivityLog } from '../activity/activity-log.ts';
import { stopCommand, type StopSwitch } from '../activity/stop-switch.ts';
import { stopAnnotating } from '../annotate/annotate-tab.ts';
import { list as annotatedTabs } from '../annotate/annotated-tabs.ts';
import { tabInfo } from '../driver/tab-info.ts';
import type { Tabs } from '../driver/tabs.ts';
import type { BridgeSocket } from '../socket/bridge-socket.ts';
import type { Pairing } from '../socket/pairing.ts';
import { writeConnection } from '../socket/settings.ts';

import { changedMessage, type PopupRequest, popupRequestSchema, type PopupState } from './messages.ts';

export interface PopupDeps {
  readonly socket: BridgeSocket;
  readonly tabs: Tabs;
  readonly log: ActivityLog;
  readonly stop: StopSwitch;
  readonly pairing: Pairing;
  /** Looks at once for a server to connect to or to ask about. */
  readonly findServer: () => Promise<void>;
  readonly annotate: (tabId: number) => Promise<string | null>;
}

export function servePopup(deps: PopupDeps): void {
  chrome.runtime.onMessage.addListener((raw, sender, answer: (state: PopupState) => void) => {
    const request = popupRequestSchema.safeParse(raw);
    // The extension's scripts in pages can send messages too; those have the page's origin.
    if (!request.success || sender.origin !== location.origin) return false;
    void handleRequest(request.data, deps)
      .catch((error: unknown) => describeError(error))
      .then(async (problem) => answer(await currentState(deps, problem)));
    return true;
  });
}

export function notifyPopup(): void {
  // Rejects while the popup is closed.
  chrome.runtime.sendMessage(changedMessage).catch(() => undefined);
}

async function currentState(
  { socket, tabs, log, stop, pairing }: PopupDeps,
  problem: string | null,
): Promise<PopupState> {
  const driven = await tabInfos(tabs.driven);
  const takenBack = await tabInfos(await tabs.takenBack());
  return {
    socket: socket.state,
    offer: pairing.offer,
    driven,
    takenBack,
    agents: Object.fromEntries([...driven, ...takenBack].map(({ tabId }) => [tabId, tabs.agentOf(tabId)])),
    activity: await log.recent(Date.now()),
    isStopped: await stop.isStopped(),
    stopKey: (await chrome.commands.getAll()).find(({ name }) => name === stopCommand)?.shortcut ?? '',
    annotated: await annotatedTabs(),
    problem,
  };
}

async function tabInfos(ids: readonly number[]): Promise<TabInfo[]> {
  const found = await Promise.all(ids.map((id) => tabInfo(id).catch(() => null)));
  return found.filter((tab) => tab !== null);
}

/** Returns `null`, or what is wrong, written for the person. */
async function handleRequest(request: PopupRequest, deps: PopupDeps): Promise<string | null> {
  const { socket, tabs, stop, pairing, annotate } = deps;
  switch (request.type) {
    case 'popup:open':
      if (socket.state.name !== 'connected') await deps.findServer();
      return null;
    case 'popup:look':
      return null;
    case 'popup:pair':
      return pairing.accept();
    case 'popup:not-now':
      await pairing.decline();
      return null;
    case 'popup:connect':
      await writeConnection(decodeConnection(request.connection));
      return null;
    case 'popup:redeem':
      await writeConnection(decodeConnection(await redeem(request.url, request.code)));
      return null;
    case 'popup:disconnect':
      // Otherwise the question to connect would come up at once.
      await pairing.decline();
      await writeConnection(null);
      socket.disconnect();
      await pairing.look();
      return null;
    case 'popup:take-back':
      await tabs.takeBack(request.tabId);
      return null;
    case 'popup:give':
      await tabs.handOver(request.tabId);
      return null;
    case 'popup:stop':
      await stop.stop();
      return null;
    case 'popup:resume':
      await stop.resume();
      return null;
    case 'popup:annotate':
      return annotate(request.tabId);
    case 'popup:stop-annotating':
      await stopAnnotating(request.tabId);
      return null;
  }
}

const redeemedSchema = z.object({ connection: z.string() });
const refusedSchema = z.object({ error: z.string(), hint: z.string().optional() });

async function redeem(url: string, code: string): Promise<string> {
  const address = URL.parse('/connect', url);
  if (address === null) throw new Error(`"${url}" is not an address. Type one like http://127.0.0.1:3456.`);
  address.searchParams.set('code', code);
  const response = await fetch(address).catch(() => {
    throw new Error(`Nothing answers at ${url}. Start "annotate-mcp serve", and check the port it prints.`);
  });
  const answer: unknown = await response.json().catch(() => null);
  const redeemed = redeemedSchema.safeParse(answer);
  if (redeemed.success) return redeemed.data.connection;
  const refused = refusedSchema.safeParse(answer);
  throw new Error(
    refused.success
      ? `${refused.data.error} ${refused.data.hint ?? ''}`
      : `${url} is not an annotate-mcp server.`,
  );
}
