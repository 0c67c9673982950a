/** The worker's side of annotating a page: puts the overlay in, and is its socket and its memory. */
import { z } from 'zod';

import { bridgeSubprotocol, type ConnectionInfo, keySubprotocol } from '@annotate-mcp/browser-protocol';

import type { SocketState } from '../socket/bridge-socket.ts';

import * as annotated from './annotated-tabs.ts';
import { hubAddress } from './hub-address.ts';
import { type AnnotateStart, type FetchAnswer, overlayRequestSchema, wireName } from './messages.ts';

export interface AnnotateParts {
  readonly readConnection: () => Promise<ConnectionInfo | null>;
  readonly state: () => SocketState;
}

/** In words for the person when it cannot be done; `null` when it is. */
export async function annotateTab(tabId: number, parts: AnnotateParts): Promise<string | null> {
  const { url = '' } = await chrome.tabs.get(tabId);
  const problem = await putIn(tabId, url, parts);
  if (problem === null) await annotated.add(tabId, originOf(url));
  return problem;
}

async function putIn(tabId: number, url: string, { state }: AnnotateParts): Promise<string | null> {
  const now = state();
  if (now.name !== 'connected') return 'Connect to a server first: annotations are kept in its project.';
  const start: AnnotateStart = {
    url: now.url,
    annotate: now.annotate,
    remembered: await recall(originOf(url)),
  };
  try {
    // Where a page is sandboxed its own world is closed to us; then elements have no components.
    await chrome.scripting
      .executeScript({ target: { tabId }, files: ['inspectors.js'], world: 'MAIN' })
      .catch(() => undefined);
    await chrome.scripting.executeScript({ target: { tabId }, func: handOver, args: [start] });
    await chrome.scripting.executeScript({ target: { tabId }, files: ['overlay.js'] });
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `This page cannot be annotated: ${reason}`;
  }
}

/** Runs in the page, so it may use nothing from around it. */
function handOver(start: AnnotateStart): void {
  globalThis.annotateStart = start;
}

/** After the server was away: pages that were opened meanwhile have no overlay yet. */
export async function putInEverywhere(parts: AnnotateParts): Promise<void> {
  const tabs = await chrome.tabs.query({});
  for (const { id, url = '' } of tabs) if (id !== undefined) await putInAgain(id, url, parts);
}

async function putInAgain(tabId: number, url: string, parts: AnnotateParts): Promise<void> {
  if (parts.state().name !== 'connected' || !(await annotated.isOn(tabId, originOf(url)))) return;
  // The browser says no when the tab was elsewhere in between.
  if ((await putIn(tabId, url, parts)) !== null) await annotated.remove(tabId);
}

export function serveOverlays(parts: AnnotateParts): void {
  const { readConnection, state } = parts;
  // The browser lets us in as long as the tab stays on the site on which the person clicked the button.
  chrome.tabs.onUpdated.addListener((tabId, { status }, { url = '' }) => {
    if (status !== 'complete') return;
    void putInAgain(tabId, url, parts);
  });
  chrome.tabs.onRemoved.addListener((tabId) => void annotated.remove(tabId));
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name === wireName) void carryWire(port, readConnection, state);
  });
  chrome.runtime.onMessage.addListener((raw, sender, answer: (reply: unknown) => void) => {
    const request = overlayRequestSchema.safeParse(raw);
    if (!request.success || sender.id !== chrome.runtime.id) return false;
    const work =
      request.data.type === 'annotate:remember'
        ? remember(originOf(sender.url ?? ''), request.data.key, request.data.value)
        : fetchForOverlay(request.data, readConnection, state);
    work.then(answer, () => answer(null));
    return true;
  });
}

async function carryWire(
  port: chrome.runtime.Port,
  readConnection: AnnotateParts['readConnection'],
  state: AnnotateParts['state'],
): Promise<void> {
  const gone = new AbortController();
  port.onDisconnect.addListener(() => gone.abort());
  const connection = await readConnection();
  const now = state();
  if (gone.signal.aborted) return;
  if (connection === null || now.name !== 'connected') {
    port.disconnect();
    return;
  }
  const address = `${connection.url.replace(/^http/, 'ws')}${now.annotate.hubPath}`;
  const socket = new WebSocket(address, [bridgeSubprotocol, keySubprotocol(connection.key)]);
  socket.onopen = () => port.postMessage({ type: 'opened' });
  socket.onmessage = ({ data }) => port.postMessage({ type: 'heard', text: String(data) });
  socket.onclose = () => port.disconnect();
  port.onMessage.addListener((text) => {
    if (socket.readyState === WebSocket.OPEN && typeof text === 'string') socket.send(text);
  });
  gone.signal.addEventListener('abort', () => {
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  });
}

async function fetchForOverlay(
  {
    path,
    method,
    contentType,
    base64,
  }: { path: string; method: string; contentType: string | null; base64: string | null },
  readConnection: AnnotateParts['readConnection'],
  state: AnnotateParts['state'],
): Promise<FetchAnswer | null> {
  const connection = await readConnection();
  const now = state();
  if (connection === null || now.name !== 'connected') return null;
  const address = hubAddress(connection.url, now.annotate.hubPath, path);
  if (address === null) return null;
  const response = await fetch(address, {
    method,
    headers: {
      authorization: `Bearer ${connection.key}`,
      ...(contentType !== null && { 'content-type': contentType }),
    },
    ...(base64 !== null && { body: Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)) }),
  });
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    text: await response.text(),
  };
}

const rememberedSchema = z.record(z.string(), z.string());

// By site: what was written on one is nothing that another may read.
async function recall(origin: string): Promise<Record<string, string>> {
  const key = `site:${origin}`;
  const parsed = rememberedSchema.safeParse((await chrome.storage.local.get(key))[key]);
  return parsed.success ? parsed.data : {};
}

let writing: Promise<unknown> = Promise.resolve();

function remember(origin: string, key: string, value: string | null): Promise<true> {
  const written = writing.then(async () => {
    const { [key]: _, ...others } = await recall(origin);
    const next = value === null ? others : { ...others, [key]: value };
    await chrome.storage.local.set({ [`site:${origin}`]: next });
    return true as const;
  });
  writing = written.catch(() => undefined);
  return written;
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? 'null';
}
