/** The database of pictures. Loaded with the first picture, because most comments have none. */
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
      // An open connection would block the app from deleting its databases.
      database.close();
    }
  } catch {
    // IndexedDB is forbidden or full: the picture is only in memory, and is lost on a reload.
    return null;
  }
}

function outcome<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error ?? new Error('IndexedDB failed.'));
  });
}
