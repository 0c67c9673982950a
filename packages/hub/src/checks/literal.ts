/** A value as JavaScript source. The two line separators that JSON allows in a string are escaped for older tools. */
export function literal(value: unknown): string {
  return JSON.stringify(value).replace(
    /[\u2028\u2029]/g,
    (found) => `\\u${found.charCodeAt(0).toString(16)}`,
  );
}
