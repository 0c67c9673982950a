import { networkInterfaces } from 'node:os';

/** The address for other machines, with a final slash; `null` when they cannot reach this host. */
export function networkUrl(localUrl: string, host: string): string | null {
  const url = new URL(localUrl);
  // A servePath may have no final slash.
  url.pathname = url.pathname.replace(/\/?$/, '/');
  if (!isWildcard(host)) return isLoopback(host) ? null : url.href;
  const address = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address;
  if (address === undefined) return null;
  url.hostname = address;
  return url.href;
}

function isWildcard(host: string): boolean {
  return ['0.0.0.0', '::', '0000:0000:0000:0000:0000:0000:0000:0000'].includes(host);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
