/** The table of policies: which requests may reach which routes. A new kind of route is a row here and rows in the guard's table tests. */

export interface Policy {
  /** The clients of such routes, for the reader of the table. */
  readonly serves: string;
  readonly hosts: HostRule;
  readonly origins: OriginRule;
  readonly peers: PeerRule;
  readonly token: TokenRule;
  /** Where a token is looked for; anywhere else it counts as not shown. */
  readonly tokenIn: readonly TokenPlace[];
  readonly maxBodyBytes: number;
}

/**
 * `any-with-token` honours `allowedHosts: true`; `listed` reads `true` as an empty list. `own-address` admits only the
 * address that the client connected to, and no list.
 */
export type HostRule = 'listed' | 'any-with-token' | 'own-address';

/**
 * Without an Origin the rules that begin with `same-origin` pass, except for an upgrade: there a browser always sends
 * one. `own-page`: any page may show a page of ours as a document or in a frame, which is all that it can do with it;
 * what writes must come from our own page and say so. `no-page`: programs only, which are known by what browsers send and
 * pages cannot leave out. `listed`: pages of the listed origins only, which say so, and nothing that is not a page.
 */
export type OriginRule =
  | 'same-origin'
  | 'same-origin-or-listed'
  | 'same-origin-or-extension'
  | 'extension'
  | 'own-page'
  | 'no-page'
  | 'listed';

/** `own-user-or-network`: this machine's user, and everybody once the server is open to the network; what each sends is a secret. */
export type PeerRule = 'loopback' | 'loopback-or-network' | 'own-user-or-network';

/**
 * `remote`: a peer that is not loopback, a visitor a proxy let in, a Host only `allowedHosts: true` admits.
 * `network`: those, and all other machines once the server is open to the network.
 * `caller`: always, and each token belongs to a caller of its own, whom the router's `identify` finds.
 */
export type TokenRule = 'never' | 'remote' | 'network' | 'always' | 'caller';

export type TokenPlace = 'bearer' | 'cookie' | 'host-cookie' | 'query' | 'subprotocol';

export type PolicyName =
  | 'page'
  | 'mcp'
  | 'agent'
  | 'extension'
  | 'health'
  | 'connect'
  | 'review'
  | 'consent'
  | 'team-page'
  | 'team-key'
  | 'team-mcp'
  | 'team-open'
  | 'team-sign-in';

const MiB = 1024 * 1024;

export const policies: Readonly<Record<PolicyName, Policy>> = {
  page: {
    serves: 'the annotated page: WebSocket `/__annotate`, `/__annotate/*`, `/__inline-review/api/*`',
    hosts: 'any-with-token',
    origins: 'same-origin-or-listed',
    peers: 'loopback-or-network',
    token: 'remote',
    tokenIn: ['bearer', 'host-cookie', 'cookie', 'query', 'subprotocol'],
    // An annotation is a few KB with its DOM snapshot cut at 5,000 characters.
    maxBodyBytes: MiB,
  },
  mcp: {
    serves: 'agents: `/mcp`, `/sse`, `/message`',
    hosts: 'listed',
    origins: 'same-origin',
    peers: 'loopback-or-network',
    token: 'network',
    // A cookie would be sent along by whatever page is open; an MCP client can always set a header.
    tokenIn: ['bearer'],
    // What the MCP SDK's own transports accept, so that no client meets a lower limit here.
    maxBodyBytes: 4 * MiB,
  },
  agent: {
    serves: 'stdio servers of the same user, which share the bridge: WebSocket `/agent`',
    hosts: 'own-address',
    origins: 'no-page',
    peers: 'loopback',
    // The user of a connection is known on Linux only; the key is in a file of the user.
    token: 'always',
    tokenIn: ['bearer'],
    maxBodyBytes: 0,
  },
  extension: {
    serves: 'the Chrome extension: WebSocket `/`',
    hosts: 'listed',
    origins: 'extension',
    peers: 'loopback-or-network',
    // Any local program can write any Origin, so the token is the boundary.
    token: 'always',
    tokenIn: ['subprotocol', 'query'],
    maxBodyBytes: 0,
  },
  health: {
    serves: '`/health`, for people, scripts and the extension',
    hosts: 'listed',
    origins: 'same-origin-or-extension',
    peers: 'loopback-or-network',
    token: 'never',
    tokenIn: [],
    maxBodyBytes: 0,
  },
  connect: {
    serves: '`/connect`, which trades a one-time code for the token',
    hosts: 'listed',
    origins: 'same-origin-or-extension',
    // The answer holds the token in clear; other machines paste the string from the terminal instead.
    peers: 'loopback',
    token: 'never',
    tokenIn: [],
    maxBodyBytes: 0,
  },
  review: {
    serves: 'the Markdown review in a browser tab: `/review/*`',
    hosts: 'listed',
    origins: 'same-origin',
    peers: 'own-user-or-network',
    // Each view sends its own token in its requests; a token in the address that is opened would be visible.
    token: 'never',
    tokenIn: [],
    // A file of 10 MB, the largest that opens, in base64.
    maxBodyBytes: 16 * MiB,
  },
  consent: {
    serves: 'the page on which a person answers what an agent asks: `/questions/*`',
    hosts: 'own-address',
    origins: 'own-page',
    peers: 'loopback',
    // Each question has a token of its own, which only its page gets.
    token: 'never',
    tokenIn: [],
    // A choice, and perhaps a form whose texts the person typed.
    maxBodyBytes: MiB / 4,
  },
  'team-page': {
    serves:
      'pages of the projects of a team server: `/p/<project>/__annotate`; and what its own page asks: `/projects`, `/p/<project>/list`',
    hosts: 'listed',
    origins: 'same-origin-or-listed',
    peers: 'loopback-or-network',
    token: 'caller',
    tokenIn: ['bearer', 'subprotocol', 'host-cookie', 'cookie'],
    maxBodyBytes: MiB,
  },
  'team-key': {
    serves: 'pages that have a page key in their script tag: `/k/<page key>/__annotate`',
    hosts: 'listed',
    // The key is in the page, where every visitor reads it: only the origin tells whose page it is.
    origins: 'listed',
    peers: 'loopback-or-network',
    token: 'caller',
    tokenIn: ['host-cookie', 'cookie'],
    maxBodyBytes: MiB,
  },
  'team-mcp': {
    serves: 'agents of a team server: `/p/<project>/mcp`; and its `/metrics`',
    hosts: 'listed',
    origins: 'same-origin',
    peers: 'loopback-or-network',
    token: 'caller',
    tokenIn: ['bearer'],
    maxBodyBytes: 4 * MiB,
  },
  'team-open': {
    serves:
      '`/health` and `/ready` of a team server, its page at `/`, and the one on which a person signs in',
    hosts: 'listed',
    // A link to the sign-in page is followed from anywhere.
    origins: 'same-origin',
    peers: 'loopback-or-network',
    token: 'never',
    tokenIn: [],
    maxBodyBytes: 0,
  },
  'team-sign-in': {
    serves: 'what signs a person in and out of a team server: `POST /join/use`, `POST /sign-out`',
    hosts: 'listed',
    origins: 'own-page',
    peers: 'loopback-or-network',
    // What is sent is a secret that works once, or the cookie of the session that is to end.
    token: 'never',
    tokenIn: [],
    maxBodyBytes: MiB / 256,
  },
};
