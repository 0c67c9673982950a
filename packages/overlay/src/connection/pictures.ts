/**
 * Pictures that wait for the dev server, by the `ref` of their comment. In IndexedDB, because the few megabytes of
 * localStorage are the app's too. Where that is forbidden a picture lives as long as its page.
 */
import type { inDatabase } from './picture-database.ts';

export interface Pictures {
  readonly put: (ref: string, picture: Blob) => Promise<void>;
  readonly get: (ref: string) => Promise<Blob | null>;
  readonly remove: (ref: string) => Promise<void>;
}

export function openPictures(): Pictures {
  const inMemory = new Map<string, Blob>();
  return {
    async put(ref, picture) {
      inMemory.set(ref, picture);
      await runInDatabase('readwrite', (table) => table.put(picture, ref));
    },
    async get(ref) {
      const picture: unknown =
        inMemory.get(ref) ?? (await runInDatabase('readonly', (table) => table.get(ref)));
      return picture instanceof Blob ? picture : null;
    },
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
export type UploadResult = { readonly name: string } | 'refused' | 'later';
