/**
 * Compilers rename functions, and only React says where a component is written. In dev every module with JSX therefore
 * notes its components in a WeakMap at `globalThis[Symbol.for('annotate.components')]`, with the component itself as key:
 * `WeakMap<object, { name, file, source?, from?, to? }>`; `source` is the position of its name, as in the source attribute,
 * `from` and `to` are where its code begins and ends, as `line:column`.
 */
export interface ComponentNote {
  readonly name: string;
  readonly file: string;
  readonly source: string | null;
  readonly range: { readonly from: string; readonly to: string } | null;
}

/**
 * The code that a module runs at its end; empty without components. It is on one line, whose types are not checked, and
 * must never throw: a later plugin may have removed a component or its name, as React Router does with the default
 * export of a route. Hence each is read by a function of its own.
 */
export function noteComponents(notes: readonly ComponentNote[]): string {
  if (notes.length === 0) return '';
  const entries = notes.map(({ name, file, source, range }) => {
    const note = JSON.stringify({ name, file, ...(source !== null && { source }), ...range });
    return `[() => ${name}, ${note}]`;
  });
  return [
    '\n// @ts-ignore\n;((notes) => {',
    `for (const [read, note] of [${entries.join(', ')}]) try { const component = read();`,
    'if (Object(component) === component && !notes.has(component)) notes.set(component, note); } catch {}',
    "})(globalThis[Symbol.for('annotate.components')] ??= new WeakMap());\n",
  ].join(' ');
}
