/** Reads values of the app and of its framework. Their types are unknown, and reading them may throw. */

/** `undefined` for values without members. Calls nothing but the getter or proxy trap of that member. */
export function read(value: unknown, key: PropertyKey): unknown {
  return isObject(value) ? Reflect.get(value, key) : undefined;
}

export function isObject(value: unknown): value is object {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

export function readString(value: unknown, key: PropertyKey): string | null {
  const text = read(value, key);
  return typeof text === 'string' && text !== '' ? text : null;
}

/** What `attempt` returns, or `otherwise` when the app's code under it throws. */
export function guarded<Value>(attempt: () => Value, otherwise: Value): Value {
  try {
    return attempt();
  } catch {
    // An error of the app's code must not stop the overlay.
    return otherwise;
  }
}

/** The same for an answer that comes later. An inspector that fails counts as one without an answer. */
export async function attempt<Value>(ask: () => Promise<Value | null>): Promise<Value | null> {
  try {
    return await ask();
  } catch {
    // Frozen prototypes, getters that throw, or a new version of a framework: the element itself is still described.
    return null;
  }
}

/** Removes the underscores that compilers add: `_Card` is `Card`. */
export function plainName(name: string): string {
  return name.replace(/^_+(?=[A-Za-z$])/, '');
}

/** The file name without its extension: `Card` for `src/Card.svelte`. */
export function nameOfFile(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '');
}
