/** The bridge file of this user, and its copy in the folder of the extension. Only the process that is the bridge writes them. */
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { type BridgeFile, bridgeFileName } from '@annotate-mcp/browser-protocol';
import { bridgeFileSchema } from '@annotate-mcp/browser-protocol/schema';
import { parseJson } from '@annotate-mcp/core';
import { isSystemError, replacePrivateFile } from '@annotate-mcp/store/files';
import { bridgeFile, extensionFolder } from '@annotate-mcp/store/user-folders';

/** What is at the place of the bridge file. `refused`: it may not be this user's own, so nothing in it is used. */
export type BridgeFileState =
  | { readonly state: 'none' }
  | { readonly state: 'refused'; readonly why: string }
  | { readonly state: 'found'; readonly bridge: BridgeFile };

export function readBridgeFile(file = bridgeFile()): BridgeFileState {
  try {
    const why = reasonToRefuse(file);
    if (why !== null) return { state: 'refused', why };
    const bridge = bridgeFileSchema.safeParse(parseJson(readFileSync(file, 'utf8')));
    return bridge.success
      ? { state: 'found', bridge: bridge.data }
      : { state: 'refused', why: 'it is not a bridge file of this release' };
  } catch (error) {
    if (error instanceof SyntaxError) return { state: 'refused', why: 'it is not JSON' };
    if (!isSystemError(error)) throw error;
    return error.code === 'ENOENT' ? { state: 'none' } : { state: 'refused', why: error.message };
  }
}

/** Writes both files, and again when one is missing or different. */
export function publishBridge(bridge: BridgeFile): void {
  const text = `${JSON.stringify(bridge)}\n`;
  for (const file of bridgeFiles()) if (textOf(file) !== text) replacePrivateFile(file, text);
}

/** Leaves files that another bridge has written meanwhile. */
export function withdrawBridge({ pid, startedAt }: Pick<BridgeFile, 'pid' | 'startedAt'>): void {
  for (const file of bridgeFiles()) {
    const found = readBridgeFile(file);
    const isOwn = found.state === 'found' && found.bridge.pid === pid && found.bridge.startedAt === startedAt;
    if (isOwn) rmSync(file, { force: true });
  }
}

/** `annotate-mcp extension` has unpacked the extension for this user. */
export function isExtensionInstalled(folder = extensionFolder()): boolean {
  return existsSync(join(folder, 'manifest.json'));
}

function bridgeFiles(): string[] {
  const folder = extensionFolder();
  return [bridgeFile(), ...(existsSync(folder) ? [join(folder, bridgeFileName)] : [])];
}

/** Windows has no such rights; there the folder is the user's own by default. */
function reasonToRefuse(file: string): string | null {
  const { uid, mode, size } = statSync(file);
  if (size > maxBytes) return 'it is too large';
  const user = process.getuid?.();
  if (user === undefined) return null;
  if (uid !== user) return `it belongs to another user (${uid})`;
  return (mode & 0o022) === 0 ? null : 'other users may write to it';
}

const maxBytes = 64 * 1024;

function textOf(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    // It is missing, or belongs to another user. It is replaced next, and if that fails, the error says why.
    return null;
  }
}
