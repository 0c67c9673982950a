/** The extension's stored settings. The key stays in this browser profile and is sent to its own server only. */
import { z } from 'zod';

import { type ConnectionInfo } from '@annotate-mcp/browser-protocol';

const connectionSchema = z.object({ url: z.string(), key: z.string() }) satisfies z.ZodType<ConnectionInfo>;

export async function readConnection(): Promise<ConnectionInfo | null> {
  const { connection } = await chrome.storage.local.get('connection');
  const parsed = connectionSchema.safeParse(connection);
  return parsed.success ? parsed.data : null;
}

export async function writeConnection(connection: ConnectionInfo | null): Promise<void> {
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
