import { randomBytes } from 'node:crypto';

/** The token for other machines: the configured one, or one that is generated once per process. */
export function networkToken({
  network,
  token,
}: {
  network?: boolean | undefined;
  token?: string | undefined;
}): string | undefined {
  if (token !== undefined || network !== true) return token;
  // Vite restarts after each change of its config and does not print its URLs again, so the token must stay the same.
  return (generated ??= randomBytes(16).toString('base64url'));
}

let generated: string | undefined;
