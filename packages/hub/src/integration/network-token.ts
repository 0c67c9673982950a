import { randomBytes } from 'node:crypto';

/** What visitors from other machines show: the developer's own token, or one that lasts as long as the process. */
export function networkToken({
  network,
  token,
}: {
  network?: boolean | undefined;
  token?: string | undefined;
}): string | undefined {
  if (token !== undefined || network !== true) return token;
  // Vite starts anew with each change of its config and prints no URLs then: whoever has come in stays in.
  return (generated ??= randomBytes(16).toString('base64url'));
}

let generated: string | undefined;
