/** What the browser tools need besides the browser, in the process that offers them. */
import { AnnotateError } from '@annotate-mcp/core';
import { Attachments, pictureTypes } from '@annotate-mcp/hub';
import { type BrowserDeps, createScriptFetcher } from '@annotate-mcp/mcp-server/browser';
import { FolderAttachments } from '@annotate-mcp/store/attachments';

export function createBrowserDeps(options: {
  readonly root: string;
  readonly allowPrivateScripts: boolean;
}): Omit<BrowserDeps, 'browser'> {
  // The agent reads the picture as a file of its machine, wherever the store is.
  const attachments = new Attachments(new FolderAttachments(options.root));
  return {
    fetchScript: createScriptFetcher({ allowPrivate: options.allowPrivateScripts }),
    keepPicture: async (bytes, mimeType) => {
      const type = pictureTypes.find(({ mime }) => mime === mimeType);
      if (type?.matches(bytes) === true) return attachments.save(bytes, type);
      throw new AnnotateError('browser/bad-answer', 'The browser did not send an image.', {
        hint: 'Ask the person to update the extension.',
      });
    },
  };
}
