/**
 * Pictures that wait for the dev server, by the `ref` of their comment. In IndexedDB, because the few megabytes of
 * localStorage are the app's too. Where that is forbidden a picture lives as long as its page.
 */
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
      await inDatabase('readwrite', (table) => table.put(picture, ref));
    },
    async get(ref) {
      const picture: unknown = here.get(ref) ?? (await inDatabase('readonly', (table) => table.get(ref)));
      return picture instanceof Blob ? picture : null;
    },
    async remove(ref) {
      here.delete(ref);
      await inDatabase('readwrite', (table) => table.delete(ref));
    },
  };
}

export type Uploaded = { readonly name: string } | 'refused' | 'later';

/** `later`: the dev server is away, or whatever stands before it says so. */
export async function uploadPicture(url: string, picture: Blob, send: typeof fetch): Promise<Uploaded> {
  try {
    const response = await send(url, {
      method: 'POST',
      headers: { 'content-type': picture.type },
      body: picture,
    });
    if ([502, 503, 504].includes(response.status)) return 'later';
    const answer: unknown = response.ok ? await response.json() : null;
    return isNamed(answer) ? answer : 'refused';
  } catch {
    return 'later';
  }
}

function isNamed(answer: unknown): answer is { name: string } {
  return typeof answer === 'object' && answer !== null && 'name' in answer && typeof answer.name === 'string';
}

const tableName = 'pictures';

async function inDatabase(
  mode: IDBTransactionMode,
  use: (table: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  try {
    const opening = indexedDB.open('annotate', 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(tableName);
    const database = await outcome(opening);
    try {
      return await outcome(use(database.transaction(tableName, mode).objectStore(tableName)));
    } finally {
      // Left open, it would block whoever deletes the app's databases.
      database.close();
    }
  } catch {
    // Forbidden or full: the picture is still in memory, and its comment goes without it after a reload.
    return null;
  }
}

function outcome<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed.'));
  });
}
