/** Formats the arguments of a console call as one text. Unlike the libraries for it, calls no code of the app. */
export function formatArgs(args: readonly unknown[]): string {
  const [first, ...rest] = args;
  if (typeof first !== 'string') return args.map((arg) => formatValue(arg)).join(' ');
  // React and others write `%s`; a style (`%c`) is not text.
  const text = first.replace(/%([sdifoOc%])/g, (match, kind: string) => {
    if (kind === '%') return '%';
    if (rest.length === 0) return match;
    const arg = rest.shift();
    return kind === 'c' ? '' : formatValue(arg);
  });
  return [text, ...rest.map((arg) => formatValue(arg))].join(' ');
}

const maxKeys = 20;

export function formatValue(value: unknown, depth = 0): string {
  if (typeof value === 'string') return depth === 0 ? value : JSON.stringify(value);
  if (typeof value === 'function') return '[function]';
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    if (value instanceof Error) return formatError(value);
    if ('nodeType' in value && 'nodeName' in value) return `<${String(value.nodeName).toLowerCase()}>`;
    if (depth === 2) return Array.isArray(value) ? '[…]' : '{…}';
    const entries = Object.entries(Object.getOwnPropertyDescriptors(value))
      .filter(([, { enumerable }]) => enumerable)
      .slice(0, maxKeys)
      .map(([key, { value: inner }]) => {
        const printed = formatValue(inner, depth + 1);
        return Array.isArray(value) ? printed : `${key}: ${printed}`;
      });
    return Array.isArray(value) ? `[${entries.join(', ')}]` : `{ ${entries.join(', ')} }`;
  } catch {
    // A proxy may throw on any access.
    return '[object]';
  }
}

function formatError(error: Error): string {
  const head = `${error.name}: ${error.message}`;
  // Chromium's stack begins with the head, others' does not.
  return error.stack === undefined || error.stack.startsWith(error.name)
    ? (error.stack ?? head)
    : `${head}\n${error.stack}`;
}
