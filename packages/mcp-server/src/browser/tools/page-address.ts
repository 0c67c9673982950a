import { invalidArgumentsError } from '../../errors.ts';

/** Returns the URL if a tab may open it: not scripts, files or the browser's own pages. */
export function pageAddress(text: string): string {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href;
  if (text === 'about:blank') return text;
  throw invalidArgumentsError(
    `${JSON.stringify(text.slice(0, 200))} is not an address that can be opened: use http://, https:// or about:blank.`,
  );
}
