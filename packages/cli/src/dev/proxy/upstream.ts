/** The dev server that requests are passed on to. */
import { createHash } from 'node:crypto';
import { lookup } from 'node:dns/promises';

import { isLoopback } from '@annotate-mcp/http';

import { CliError } from '../../errors.ts';

export interface Upstream {
  /** Only scheme, host and port are used. */
  readonly url: URL;
  /** The certificate is not checked. */
  readonly acceptsAnyCertificate: boolean;
  /**
   * The name under which the proxy shows a server that is not this machine; `null` for one that is. The cookies of
   * `localhost` are those of all apps of this machine, which it must not get.
   */
  readonly ownName: string | null;
}

/** `8000`, `localhost:8000` and `http://localhost:8000/path` are understood; `null` for what is no address. */
export function parseAddress(text: string): URL | null {
  if (/^\d{1,5}$/.test(text)) return parseAddress(`http://localhost:${text}`);
  if (/^(?:[\w.-]+|\[[\da-f:]+\]):\d{1,5}(?:\/.*)?$/i.test(text)) return parseAddress(`http://${text}`);
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return null;
  const url = new URL(text);
  // A server prints these for "all addresses of this machine"; one cannot connect to them everywhere.
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = 'localhost';
  return url;
}

/** Certificates for development are self-signed: on this machine any is accepted, elsewhere only with `insecure`. */
export async function openUpstream(url: URL, insecure: boolean): Promise<Upstream> {
  const isHere = await isThisMachine(url);
  return {
    url,
    acceptsAnyCertificate: url.protocol === 'https:' && (insecure || isHere),
    ownName: isHere ? null : ownNameFor(url),
  };
}

/** One label, so that two servers never share a domain to set cookies for; browsers lead all of `.localhost` here. */
function ownNameFor({ hostname }: URL): string {
  const label = `app-${hostname.replaceAll('-', '--').replaceAll(/[^a-z\d-]/g, '-')}`;
  const longest = 63;
  const short = label.length <= longest ? label : `app-${createHash('sha1').update(hostname).digest('hex')}`;
  return `${short}.localhost`;
}

/** Whether the cookies that a browser sends to `host` are the app's own, or would be sent to its server anyway. */
export function hasOwnCookies({ ownName }: Upstream, host: string): boolean {
  return ownName === null || host.replace(/:\d+$/, '').toLowerCase() === ownName;
}

/** Whether every address behind the name is a loopback address. */
async function isThisMachine({ hostname }: URL): Promise<boolean> {
  const name = hostname.replace(/^\[(.*)\]$/, '$1');
  if (name === 'localhost' || name.endsWith('.localhost')) return true;
  try {
    const addresses = await lookup(name, { all: true });
    return addresses.length > 0 && addresses.every(({ address }) => isLoopback(address));
  } catch {
    // A name that cannot be resolved is reported with the first request.
    return false;
  }
}

/**
 * Whether the dev server is this machine under a name that means no more than that. Such a server gets the Host and Origin
 * of the browser: it builds its links from them (Laravel does for each), compares one with the other, and knows
 * `localhost` with any port. A name such as `shop.test` chooses the app, so it has to be sent as it is.
 */
export function isPlainLocal({ url }: Upstream): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}

export function addressError(text: string): CliError {
  return new CliError('cli/usage', `${JSON.stringify(text)} is not the address of a dev server.`, {
    hint: 'Write annotate-mcp dev http://localhost:8000, or annotate-mcp dev -- npm run dev.',
  });
}
