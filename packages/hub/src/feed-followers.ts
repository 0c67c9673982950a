/** What a hub does by itself with each change of the store: it watches edits, and removes what no annotation names any more. */
import type { FeedEvent } from '@annotate-mcp/core';
import { type Store, unlessAway } from '@annotate-mcp/store';
import type { PatchFiles } from '@annotate-mcp/store/git';

import { AttachmentPruner } from './attachment-pruner.ts';
import { attachmentsOf } from './attachments.ts';
import { EditWatch } from './edit-watch.ts';
import { PatchPruner } from './edits/patch-pruner.ts';

export interface FeedFollowersDeps {
  readonly store: Store;
  readonly projectRoot: string;
  readonly appId: string;
  readonly patches: PatchFiles;
  readonly onError: (error: unknown) => void;
}

export class FeedFollowers {
  readonly #edits: EditWatch;
  readonly #attachments: AttachmentPruner;
  readonly #patches: PatchPruner;

  constructor({ store, projectRoot, appId, patches, onError }: FeedFollowersDeps) {
    this.#edits = new EditWatch({ store, root: projectRoot, appId, onError });
    this.#attachments = new AttachmentPruner({
      store,
      attachments: attachmentsOf(store, projectRoot),
      onError,
    });
    this.#patches = new PatchPruner(store, patches);
  }

  /** Does not wait for attachments, for which the whole store is read. */
  async start(): Promise<void> {
    await unlessAway(Promise.all([this.#edits.start(), this.#patches.start()]), null);
    this.#attachments.start();
  }

  /** Must be called with every event of the store's feed. */
  async follow(event: FeedEvent): Promise<void> {
    this.#attachments.follow(event);
    await this.#edits.follow(event);
    await this.#patches.follow(event);
  }

  async close(): Promise<void> {
    this.#edits.close();
    await this.#attachments.close();
  }
}
