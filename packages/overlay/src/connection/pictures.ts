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
  const here = new Map<string, Blob>();
  return {
    async put(ref, picture) {
      here.set(ref, picture);
      await keep('readwrite', (table) => table.put(picture, ref));
    },
    async get(ref) {
      const picture: unknown = here.get(ref) ?? (await keep('readonly', (table) => table.get(ref)));
      return picture instanceof Blob ? picture : null;
    },
    async remove(ref) {
      here.delete(ref);
      await keep('readwrite', (table) => table.delete(ref));
    },
  };
}

const keep: typeof inDatabase = async (mode, use) => {
  try {
    return await (await import('./picture-database.ts')).inDatabase(mode, use);
  } catch {
    // The dev server went away before it was loaded: as where it is forbidden.
    return null;
  }
};

/** `later`: the dev server is away, or whatever stands before it says so. */
export type Uploaded = { readonly name: string } | 'refused' | 'later';
