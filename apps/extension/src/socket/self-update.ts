/** Notices that `annotate-mcp extension` has put newer files on the disk, and starts the extension with them. */
import { z } from 'zod';

import { buildFileName } from '@annotate-mcp/browser-protocol';

/** The build puts the id of its files here. Chrome keeps the service worker's code until the extension is reloaded. */
const ownBuild = '__ANNOTATE_EXTENSION_BUILD__';

const buildSchema = z.object({ build: z.string() });

/** Reloads the extension if its files are newer and `isIdle`. Does nothing in a store's copy, which Chrome updates. */
export async function reloadWhenNewer(isIdle: () => boolean): Promise<void> {
  const build = await buildOnDisk();
  if (build === null || build === ownBuild || !isIdle()) return;
  const { reloadedFor } = await chrome.storage.local.get('reloadedFor');
  // Once for each build: if the reload did not bring it, another one would not either.
  if (reloadedFor === build) return;
  await chrome.storage.local.set({ reloadedFor: build });
  chrome.runtime.reload();
}

async function buildOnDisk(): Promise<string | null> {
  try {
    const file = await fetch(chrome.runtime.getURL(buildFileName), { cache: 'no-store' });
    const parsed = buildSchema.safeParse(await file.json());
    return parsed.success ? parsed.data.build : null;
  } catch {
    // The files are being replaced.
    return null;
  }
}
