/** Reads the file with which a server on this machine tells the extension of the same user that it runs. */
import { type BridgeFile, bridgeFileName } from '@annotate-mcp/browser-protocol';
import { bridgeFileSchema } from '@annotate-mcp/browser-protocol/schema';

/**
 * `null` when no server has written one here. Chrome reads the files of an unpacked extension from the disk each time;
 * web pages cannot read this one, because the manifest does not list it for them.
 */
export async function readBridgeFile(): Promise<BridgeFile | null> {
  try {
    const response = await fetch(chrome.runtime.getURL(bridgeFileName), { cache: 'no-store' });
    const parsed = bridgeFileSchema.safeParse(await response.json());
    return parsed.success ? parsed.data : null;
  } catch {
    // There is no file, or it is being removed.
    return null;
  }
}
