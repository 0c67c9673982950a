import type { TokenPlace } from './policies.ts';

/** All the guard knows of a request. Plain data, so that every rule can be tested without a socket. */
export interface RequestFacts {
  readonly method: string;
  /** As the client sent it: a path with its query, or the absolute form meant for proxies. */
  readonly target: string;
  /** Every Host (HTTP/2: `:authority`) that was sent, so that a second one cannot hide behind the first. */
  readonly hosts: readonly string[];
  readonly origin: string | undefined;
  /** `Sec-Fetch-Site` and `Sec-Fetch-Dest`: browsers set them, pages cannot. */
  readonly fetchSite: string | undefined;
  readonly fetchDest: string | undefined;
  readonly peer: string | undefined;
  /** Says nothing of peers on other machines. */
  readonly peerUser: PeerUser;
  /** The address of this machine that the peer connected to. */
  readonly localAddress: string | undefined;
  /** The client addresses that a proxy or tunnel reports; empty when none does. */
  readonly forwardedFor: readonly string[];
  readonly tokens: PresentedTokens;
  readonly contentLength: string | undefined;
  readonly upgrade: boolean;
  readonly tls: boolean;
}

/**
 * The user of this machine at the other end of a loopback connection: proven to be the user of this process, not proven
 * although the system tells such things, or `unknown` where it does not.
 */
export type PeerUser = 'same' | 'other' | 'unknown';

export type PresentedTokens = Readonly<Partial<Record<TokenPlace, string>>>;

/** What the developer decided. Read again for every request, so a getter may rotate the token. */
export interface GuardOptions {
  /**
   * Names beside localhost: `app.test`, or `.example.dev` for that name and all below it.
   * `true` admits every name, and then each unlisted one must show the token: without a list, DNS
   * rebinding would give any web page access.
   */
  readonly allowedHosts?: readonly string[] | true | undefined;
  /**
   * Pages of other origins that may read and write as the page itself does, each as its browser sends it:
   * `http://localhost:3000`. For a hub that stands alone; honoured by the policy `page` only.
   */
  readonly allowedOrigins?: readonly string[] | undefined;
  /** Other machines may connect, with the token. */
  readonly network?: boolean | undefined;
  /** At least 128 random bits as base64url. An empty one counts as none. */
  readonly token?: string | undefined;
  /** Ids of the Chrome extensions that may connect. */
  readonly extensionIds?: readonly string[] | undefined;
  /**
   * Clients that a tunnel or reverse proxy on this machine lets in count as local. Only for one that
   * signs people in itself, such as a private Codespaces port.
   */
  readonly trustForwarded?: boolean | undefined;
}
