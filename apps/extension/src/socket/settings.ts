/** The extension's stored settings. The key stays in this browser profile and is sent to its own server only. */
import { z } from 'zod';

import type { ConnectionInfo } from '@annotate-mcp/browser-protocol';

import { readBridgeFile } from './bridge-file.ts';

/** The server that the person chose. */
export interface StoredConnection extends ConnectionInfo {
  /** It was found by the bridge file of this machine, so it must prove that it has the key. */
  readonly mustProve: boolean;
}

const connectionSchema = z.object({
  url: z.string(),
  key: z.string(),
  mustProve: z.boolean().default(false),
});

/** The server to connect to. One on this machine is found at its new port by its key. */
export async function readConnection(): Promise<StoredConnection | null> {
  const stored = await readStoredConnection();
  if (stored === null) return null;
  const file = await readBridgeFile();
  return file?.key === stored.key ? { url: file.url, key: file.key, mustProve: true } : stored;
}

/** As it was stored, possibly with the port of an earlier start. */
export async function readStoredConnection(): Promise<StoredConnection | null> {
  const { connection } = await chrome.storage.local.get('connection');
  const parsed = connectionSchema.safeParse(connection);
  return parsed.success ? parsed.data : null;
}

export async function writeConnection(
  connection: (ConnectionInfo & { mustProve?: boolean }) | null,
): Promise<void> {
  if (connection === null) await chrome.storage.local.remove('connection');
  else await chrome.storage.local.set({ connection });
}

/** Created once. With it a server distinguishes a newer socket of this browser from another browser. */
export async function installId(): Promise<string> {
  const stored = await chrome.storage.local.get('installId');
  const known = z.uuid().safeParse(stored.installId);
  if (known.success) return known.data;
  const created = crypto.randomUUID();
  await chrome.storage.local.set({ installId: created });
  return created;
}
