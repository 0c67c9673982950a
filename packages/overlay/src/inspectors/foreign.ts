/** Values of the app and of its framework. Nothing is known about them, and reading them may throw. */

/** `undefined` for what has no members. Calls no more than the getter or the trap that the owner put there. */
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
    // Whatever it was, the app's trouble must not become ours.
    return otherwise;
  }
}

/** `_Card` is what a compiler made of `Card`. */
export function plainName(name: string): string {
  return name.replace(/^_+(?=[A-Za-z$])/, '');
}

/** The name a file stands for: `Card` of `src/Card.svelte`. */
export function nameOfFile(file: string): string {
  return file.replace(/^.*[\\/]/, '').replace(/\.\w+$/, '');
}
