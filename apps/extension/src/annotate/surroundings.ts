/** Socket, storage and fetch of the overlay by way of the service worker, because those of the page cannot be trusted. */
import { fromBase64, toBase64 } from '@annotate-mcp/core';
import type { OpenTextSocket, PageEnvironment } from '@annotate-mcp/overlay';

import {
  type AnnotateStart,
  type FetchAnswer,
  type OverlayRequest,
  wireName,
  wireMessageSchema,
} from './messages.ts';

export function workerSurroundings({ remembered }: AnnotateStart, hub: string): PageEnvironment {
  return {
    address: () => location.href,
    openSocket,
    fetch: (input, init) => fetchByWorker(String(input instanceof Request ? input.url : input), init, hub),
    storages: {
      local: storageOf(new Map(Object.entries(remembered)), remember),
      session: storageOf(new Map(), () => undefined),
    },
    pictures: picturesInMemory(),
    // Locks would be shared with the page.
    locks: null,
    events: window,
    isVisible: () => document.visibilityState === 'visible',
  };
}

const openSocket: OpenTextSocket = (_, events) => {
  const port = chrome.runtime.connect({ name: wireName });
  let open = true;
  port.onMessage.addListener((raw) => {
    const message = wireMessageSchema.safeParse(raw);
    if (!message.success || !open) return;
    if (message.data.type === 'opened') events.onOpen();
    else events.onText(message.data.text);
  });
  // The server disconnected, the service worker was stopped, or the extension was updated.
  port.onDisconnect.addListener(() => {
    if (!open) return;
    open = false;
    events.onClose();
  });
  return {
    send: (text) => port.postMessage(text),
    close: () => {
      open = false;
      port.disconnect();
    },
  };
};

async function fetchByWorker(url: string, init: RequestInit | undefined, hub: string): Promise<Response> {
  const body = init?.body instanceof Blob ? init.body : null;
  const request: OverlayRequest = {
    type: 'annotate:fetch',
    path: url.startsWith(hub) ? url.slice(hub.length) : '',
    method: init?.method === 'POST' ? 'POST' : 'GET',
    contentType: body?.type ?? null,
    base64: body === null ? null : toBase64(new Uint8Array(await body.arrayBuffer())),
  };
  const answer: FetchAnswer | null = await chrome.runtime.sendMessage(request);
  if (answer === null) throw new TypeError('The server is not connected.');
  return new Response(fromBase64(answer.base64), {
    status: answer.status,
    headers: { 'content-type': answer.contentType },
  });
}

function remember(key: string, value: string | null): void {
  const request: OverlayRequest = { type: 'annotate:remember', key, value };
  // If the service worker cannot be reached, the overlay shows that it is offline. After an update of the extension this
  // throws at once, as a full storage does, and the overlay shows that too.
  chrome.runtime.sendMessage(request).catch(() => undefined);
}

function storageOf(
  values: Map<string, string>,
  changed: (key: string, value: string | null) => void,
): Storage {
  return {
    get length() {
      return values.size;
    },
    key: (index) => [...values.keys()][index] ?? null,
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      values.set(key, value);
      changed(key, value);
    },
    removeItem: (key) => {
      values.delete(key);
      changed(key, null);
    },
    clear: () => {
      for (const key of [...values.keys()]) changed(key, null);
      values.clear();
    },
  };
}

function picturesInMemory(): PageEnvironment['pictures'] {
  const kept = new Map<string, unknown>();
  return {
    put: async (ref, pictures) => void kept.set(ref, pictures),
    get: async (ref) => kept.get(ref) ?? null,
    remove: async (ref) => void kept.delete(ref),
  };
}
