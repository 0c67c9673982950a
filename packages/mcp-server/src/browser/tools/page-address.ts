import { invalidArgumentsError } from '../../errors.ts';

/** An address that a tab may be sent to. Scripts, files and the browser's own pages are not for agents. */
export function pageAddress(text: string): string {
  const url = URL.parse(text);
  if (url !== null && (url.protocol === 'http:' || url.protocol === 'https:')) return url.href;
  if (text === 'about:blank') return text;
  throw invalidArgumentsError(
    `${JSON.stringify(text.slice(0, 200))} is not an address that can be opened: use http://, https:// or about:blank.`,
  );
}
