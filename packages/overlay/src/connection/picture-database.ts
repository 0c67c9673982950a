/** The pictures' table. Loaded with the first picture: most comments have none. */
const tableName = 'pictures';

export async function inDatabase(
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
