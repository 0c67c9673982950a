/**
 * `overlay`: the dev server shows an error over the page. `error`: code of the page has thrown it. `update`: a hot update
 * failed. `request`: a server of the app fails to answer what it answered before, or code of the app does not get over
 * what a request brought. `empty`: the app is not on the page any more.
 */
export const failureKinds = ['overlay', 'error', 'update', 'request', 'empty'] as const;

export interface PageFailure {
  kind: (typeof failureKinds)[number];
  /** As the page says it, without what is private. */
  message: string;
  /** Relative to the project root, `/` separators. */
  file?: string;
  line?: number;
  column?: number;
  /** It came after the annotation was resolved. */
  late?: true;
}

/** Others may be of a file that was saved half-way, and gone with the update that comes next. */
export function isCertainFailure({
  kind,
  late = false,
}: Pick<PageFailure, 'kind'> & { late?: boolean }): boolean {
  return kind === 'overlay' || kind === 'empty' || late;
}
