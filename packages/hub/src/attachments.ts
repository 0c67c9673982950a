/** Pictures and records. Each is named by a hash of its content, so the same one is stored once. */
import { createHash } from 'node:crypto';

import type { Store } from '@annotate-mcp/store';
import {
  type AttachmentStore,
  FolderAttachments,
  type PictureType,
  pictureTypes,
} from '@annotate-mcp/store/attachments';

export { type PictureType, pictureTypes };

/** Those of a store: in the project's folder, unless the store keeps them itself. */
export function attachmentsOf(store: Store, projectRoot: string): Attachments {
  return new Attachments(store.attachments ?? new FolderAttachments(projectRoot));
}

export class Attachments {
  readonly #storage: AttachmentStore;

  constructor(storage: AttachmentStore) {
    this.#storage = storage;
  }

  /** Returns the name of the stored picture or record. */
  async save(bytes: Buffer, { extension }: { readonly extension: string }): Promise<string> {
    const name = `${createHash('sha256').update(bytes).digest('hex')}.${extension}`;
    await this.#storage.put(name, bytes);
    return name;
  }

  /** `null` when there is no such picture. */
  async find(name: string): Promise<{ bytes: Buffer; type: PictureType } | null> {
    const extension = /^[0-9a-f]{64}\.(\w+)$/.exec(name)?.[1];
    const type = pictureTypes.find((candidate) => candidate.extension === extension);
    const bytes = type === undefined ? null : await this.#storage.get(name);
    return type === undefined || bytes === null ? null : { bytes, type };
  }

  /** The text of a record, which is not served to pages; `null` when there is no such record. */
  async findRecord(name: string): Promise<string | null> {
    const isRecord = /^[0-9a-f]{64}\.json$/.test(name);
    return isRecord ? ((await this.#storage.get(name))?.toString() ?? null) : null;
  }

  /** Does nothing when the name is not one that `save` returned. */
  async remove(name: string): Promise<void> {
    await this.#storage.remove(name);
  }
}
