import type { IncomingMessage } from 'node:http';

/** The value as it was sent; our own values need no decoding. */
export function cookieIn({ headers }: IncomingMessage, name: string): string | undefined {
  const cookies = (headers.cookie ?? '').split(';').map((part) => part.trim());
  return cookies.find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1);
}
