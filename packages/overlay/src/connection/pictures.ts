/**
 * Pictures that wait for the dev server, by the `ref` of their comment. In IndexedDB, because the few megabytes of
 * localStorage are the app's too. Where that is forbidden a picture lives as long as its page.
 */
import type { inDatabase } from './picture-database.ts';

/** The pictures of one comment. */
export interface CommentPictures {
  readonly screenshot?: Blob;
  /** The person's own. */
  readonly pictures?: readonly Blob[];
}

export interface Pictures {
  readonly put: (ref: string, pictures: CommentPictures) => Promise<void>;
  /** As it was put there, or as another release or the app did: upload-picture.ts reads it. */
  readonly get: (ref: string) => Promise<unknown>;
  readonly remove: (ref: string) => Promise<void>;
}

export function openPictures(): Pictures {
  const inMemory = new Map<string, CommentPictures>();
  return {
    async put(ref, pictures) {
      inMemory.set(ref, pictures);
      await runInDatabase('readwrite', (table) => table.put(pictures, ref));
    },
    get: async (ref) => inMemory.get(ref) ?? runInDatabase('readonly', (table) => table.get(ref)),
    async remove(ref) {
      inMemory.delete(ref);
      await runInDatabase('readwrite', (table) => table.delete(ref));
    },
  };
}

const runInDatabase: typeof inDatabase = async (mode, use) => {
  try {
    return await (await import('./picture-database.ts')).inDatabase(mode, use);
  } catch {
    // The dev server stopped before the module was loaded: the picture is only in memory.
    return null;
  }
};

/** `later`: the dev server, or a proxy in front of it, is not available. */
export type UploadResult = UploadedPictures | 'later';

export interface UploadedPictures {
  /** The fields of the annotation. */
  readonly names: { readonly screenshot?: string; readonly pictures?: string[] };
  /** Why one is missing; `null` when all are stored. */
  readonly problem: string | null;
}
