/** The worker's side of the popup: does what a button says, and tells how things are. */
import { z } from 'zod';

import { decodeConnection, type TabInfo } from '@annotate-mcp/browser-protocol';
import { AnnotateError } from '@annotate-mcp/core';

import { tabInfo } from '../driver/tab-info.ts';
import type { Tabs } from '../driver/tabs.ts';
import type { BridgeSocket } from '../socket/bridge-socket.ts';
import { writeConnection } from '../socket/settings.ts';

import { changedWord, type PopupRequest, popupRequestSchema, type PopupView } from './messages.ts';

export interface PopupParts {
  readonly socket: BridgeSocket;
  readonly tabs: Tabs;
  readonly annotate: (tabId: number) => Promise<string | null>;
}

export function servePopup(parts: PopupParts): void {
  chrome.runtime.onMessage.addListener((raw, sender, answer: (view: PopupView) => void) => {
    const request = popupRequestSchema.safeParse(raw);
    // Our scripts in pages can send messages too; those come from the page's origin.
    if (!request.success || sender.origin !== location.origin) return false;
    void fulfil(request.data, parts)
      .catch((error: unknown) => inWords(error))
      .then(async (problem) => answer(await look(parts, problem)));
    return true;
  });
}

export function tellPopup(): void {
  // Nobody listens while it is closed.
  chrome.runtime.sendMessage(changedWord).catch(() => undefined);
}

async function look({ socket, tabs }: PopupParts, problem: string | null): Promise<PopupView> {
  return {
    state: socket.state,
    driven: await infos(tabs.driven),
    withheld: await infos(await tabs.withheld()),
    problem,
  };
}

async function infos(ids: readonly number[]): Promise<TabInfo[]> {
  const found = await Promise.all(ids.map((id) => tabInfo(id).catch(() => null)));
  return found.filter((tab) => tab !== null);
}

/** What went wrong, in words. */
async function fulfil(request: PopupRequest, { socket, tabs, annotate }: PopupParts): Promise<string | null> {
  switch (request.type) {
    case 'popup:look':
      return null;
    case 'popup:connect':
      await writeConnection(decodeConnection(request.connection));
      return null;
    case 'popup:redeem':
      await writeConnection(decodeConnection(await redeem(request.url, request.code)));
      return null;
    case 'popup:disconnect':
      await writeConnection(null);
      socket.disconnect();
      return null;
    case 'popup:take-back':
      await tabs.takeBack(request.tabId);
      return null;
    case 'popup:give':
      await tabs.giveAgain(request.tabId);
      return null;
    case 'popup:annotate':
      return annotate(request.tabId);
  }
}

const redeemedSchema = z.object({ connection: z.string() });
const refusedSchema = z.object({ error: z.string(), hint: z.string().optional() });

async function redeem(url: string, code: string): Promise<string> {
  const address = URL.parse('/connect', url);
  if (address === null) throw new Error(`"${url}" is no address. It looks like http://127.0.0.1:3456.`);
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
      : `${url} is no annotate-mcp server.`,
  );
}

function inWords(error: unknown): string {
  if (error instanceof AnnotateError) return `${error.message} ${error.hint}`;
  return error instanceof Error ? error.message : String(error);
}
