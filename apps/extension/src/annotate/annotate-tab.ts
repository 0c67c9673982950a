import { z } from 'zod';

import { bridgeSubprotocol, type ConnectionInfo, keySubprotocol } from '@annotate-mcp/browser-protocol';
import { SerialQueue, fromBase64, toBase64 } from '@annotate-mcp/core';

import type { SocketState } from '../socket/bridge-socket.ts';

/** The service worker's part of annotating a page: injects the overlay, and provides its socket and its storage. */
import * as annotated from './annotated-tabs.ts';
import {
  type AnnotateStart,
  type FetchAnswer,
  type OverlayRequest,
  overlayRequestSchema,
  wireName,
} from './messages.ts';

export interface AnnotateDeps {
  readonly readConnection: () => Promise<ConnectionInfo | null>;
  readonly state: () => SocketState;
}

/** Returns `null`, or what is wrong, written for the person. */
export async function annotateTab(tabId: number, deps: AnnotateDeps): Promise<string | null> {
  const { url = '' } = await chrome.tabs.get(tabId);
  if (await pointWithOwnOverlay(tabId)) return null;
  const problem = await injectOverlay(tabId, url, deps);
  if (problem === null) await annotated.add(tabId, originOf(url));
  return problem;
}

async function injectOverlay(tabId: number, url: string, { state }: AnnotateDeps): Promise<string | null> {
  const now = state();
  if (now.name !== 'connected') return 'Connect to a server first: annotations are stored in its project.';
  const start: AnnotateStart = {
    url: now.url,
    annotate: now.annotate,
    remembered: await readStored(originOf(url)),
  };
  try {
    // A sandboxed page allows no script in its main world; then elements have no components.
    await chrome.scripting
      .executeScript({ target: { tabId }, files: ['inspectors.js'], world: 'MAIN' })
      .catch(() => undefined);
    await chrome.scripting.executeScript({ target: { tabId }, func: setStart, args: [start] });
    await chrome.scripting.executeScript({ target: { tabId }, files: ['overlay.js'] });
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `This page cannot be annotated: ${reason}`;
  }
}

/** A page of a dev server may have its own overlay, which knows more: that one is used. `false` when there is none. */
async function pointWithOwnOverlay(tabId: number): Promise<boolean> {
  const [answered] = await chrome.scripting
    .executeScript({ target: { tabId }, func: startOwnOverlay, world: 'MAIN' })
    .catch(() => []);
  return answered?.result === true;
}

/** Runs in the page, so it may not use anything of this module. */
function startOwnOverlay(): boolean {
  const own = globalThis.__ANNOTATE_OVERLAY__;
  own?.startPointing();
  return own !== undefined;
}

/** Removes everything that was added to the page; what was not sent yet is kept for the next time. */
export async function stopAnnotating(tabId: number): Promise<void> {
  await annotated.remove(tabId);
  const target = { tabId };
  // Fails where the page changed to another site meanwhile, which has no overlay.
  await chrome.scripting
    .executeScript({ target, func: () => globalThis.__ANNOTATE_OVERLAY__?.close() })
    .catch(() => undefined);
  await chrome.scripting
    .executeScript({ target, func: () => globalThis.annotateInspectors?.(), world: 'MAIN' })
    .catch(() => undefined);
}

/** Runs in the page, so it may not use anything of this module. */
function setStart(start: AnnotateStart): void {
  globalThis.annotateStart = start;
}

/** After a new connection: pages that were opened before it have no overlay yet. */
export async function injectIntoAnnotatedTabs(deps: AnnotateDeps): Promise<void> {
  const tabs = await chrome.tabs.query({});
  for (const { id, url = '' } of tabs) if (id !== undefined) await injectAgain(id, url, deps);
}

async function injectAgain(tabId: number, url: string, deps: AnnotateDeps): Promise<void> {
  if (deps.state().name !== 'connected' || !(await annotated.has(tabId, originOf(url)))) return;
  // Chrome refuses if the tab showed another site meanwhile.
  if ((await injectOverlay(tabId, url, deps)) !== null) await annotated.remove(tabId);
}

export function serveOverlays(deps: AnnotateDeps): void {
  const { readConnection, state } = deps;
  // Chrome allows it as long as the tab stays on the site on which the person clicked the button.
  chrome.tabs.onUpdated.addListener((tabId, { status }, { url = '' }) => {
    if (status !== 'complete') return;
    void injectAgain(tabId, url, deps);
  });
  chrome.tabs.onRemoved.addListener((tabId) => void annotated.remove(tabId));
  chrome.runtime.onConnect.addListener((port) => {
    if (port.name === wireName) void forwardWire(port, readConnection, state);
  });
  chrome.runtime.onMessage.addListener((raw, sender, answer: (reply: unknown) => void) => {
    const request = overlayRequestSchema.safeParse(raw);
    if (!request.success || sender.id !== chrome.runtime.id) return false;
    handleRequest(request.data, sender, deps).then(answer, () => answer(null));
    return true;
  });
}

async function handleRequest(
  request: OverlayRequest,
  sender: chrome.runtime.MessageSender,
  { readConnection, state }: AnnotateDeps,
): Promise<unknown> {
  switch (request.type) {
    case 'annotate:remember':
      return store(originOf(sender.url ?? ''), request.key, request.value);
    case 'annotate:fetch':
      return fetchForOverlay(request, readConnection, state);
    case 'annotate:replaced':
      return sender.tab?.id === undefined ? null : stopAnnotating(sender.tab.id);
  }
}

async function forwardWire(
  port: chrome.runtime.Port,
  readConnection: AnnotateDeps['readConnection'],
  state: AnnotateDeps['state'],
): Promise<void> {
  const disconnected = new AbortController();
  port.onDisconnect.addListener(() => disconnected.abort());
  const connection = await readConnection();
  const now = state();
  if (disconnected.signal.aborted) return;
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
  disconnected.signal.addEventListener('abort', () => {
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
  readConnection: AnnotateDeps['readConnection'],
  state: AnnotateDeps['state'],
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
    ...(base64 !== null && { body: fromBase64(base64) }),
  });
  return {
    status: response.status,
    contentType: response.headers.get('content-type') ?? '',
    base64: toBase64(new Uint8Array(await response.arrayBuffer())),
  };
}

/** Requests carry the key, so a page must not choose their destination: returns `null` for all URLs outside of the hub. */
export function hubAddress(server: string, hubPath: string, path: string): string | null {
  const folder = URL.parse(`${server}${hubPath}/`);
  if (folder === null || !path.startsWith('/')) return null;
  // Compared after `..` was resolved.
  const address = URL.parse(`${folder.href}${path.slice(1)}`)?.href ?? '';
  return address.startsWith(folder.href) ? address : null;
}

const storedSchema = z.record(z.string(), z.string());

// Per origin: one site must not read what was stored for another.
async function readStored(origin: string): Promise<Record<string, string>> {
  const key = `site:${origin}`;
  const parsed = storedSchema.safeParse((await chrome.storage.local.get(key))[key]);
  return parsed.success ? parsed.data : {};
}

const writes = new SerialQueue();

function store(origin: string, key: string, value: string | null): Promise<true> {
  return writes.run(async () => {
    const { [key]: _, ...others } = await readStored(origin);
    const next = value === null ? others : { ...others, [key]: value };
    await chrome.storage.local.set({ [`site:${origin}`]: next });
    return true as const;
  });
}

function originOf(url: string): string {
  return URL.parse(url)?.origin ?? 'null';
}
