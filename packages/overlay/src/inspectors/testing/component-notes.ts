/** Notes components as the dev server's transform of JSX does. */
export function noteComponents(file: string, components: Readonly<Record<string, object>>): void {
  const key = Symbol.for('annotate.components');
  const notes = (Reflect.get(globalThis, key) as WeakMap<object, unknown> | undefined) ?? new WeakMap();
  Reflect.set(globalThis, key, notes);
  for (const [at, [name, component]] of Object.entries(components).entries()) {
    notes.set(component, { name, file, source: `${file}:${at + 1}:1` });
  }
}
