/** The JSON value under `key`; `null` when there is none, when the app wrote it, or when storage is forbidden. */
export function readStoredValue<Value>(
  storage: Storage | null,
  key: string,
  isValid: (value: unknown) => value is Value,
): Value | null {
  try {
    const value: unknown = JSON.parse(storage?.getItem(key) ?? 'null');
    return isValid(value) ? value : null;
  } catch {
    // The value is not JSON, so the overlay did not write it.
    return null;
  }
}
