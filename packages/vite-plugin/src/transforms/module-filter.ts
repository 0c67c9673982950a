/** Which modules a hook is called for, as Vite and Rolldown take it. */
export interface ModuleFilter {
  readonly id: { readonly include: RegExp; readonly exclude: RegExp };
  readonly code?: string | RegExp;
}

/** Vite before 6.3 ignores the filters of hooks, so every handler asks again. */
export function isIncluded(
  { id: { include, exclude }, code = '' }: ModuleFilter,
  id: string,
  text: string,
): boolean {
  return (
    include.test(id) &&
    !exclude.test(id) &&
    (typeof code === 'string' ? text.includes(code) : code.test(text))
  );
}
