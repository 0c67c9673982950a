type OpenAddress =
  | 'health'
  | 'ready'
  | 'join'
  | 'join-use'
  | 'sign-in'
  | 'sign-in-callback'
  | 'sign-out'
  | 'metrics'
  | 'home'
  | 'projects';

/** What an address of the team server names. */
export type TeamAddress =
  | { readonly name: OpenAddress | 'nothing' }
  /** A file of the page at `/`. */
  | { readonly name: 'home-file'; readonly file: string }
  /** What that page asks about one project. */
  | { readonly name: 'overview'; readonly project: string; readonly part: OverviewPart }
  /** `target` is the address as the hub of the project knows it. */
  | { readonly name: 'page'; readonly project: string; readonly target: string }
  | { readonly name: 'page-by-key'; readonly key: string; readonly target: string }
  | { readonly name: 'mcp'; readonly project: string };

export type AddressName = TeamAddress['name'];

const overviewParts = ['list', 'choices', 'seen'] as const;
export type OverviewPart = (typeof overviewParts)[number];

const open: Readonly<Record<string, OpenAddress>> = {
  '/health': 'health',
  '/ready': 'ready',
  '/join': 'join',
  '/join/use': 'join-use',
  '/sign-in': 'sign-in',
  '/sign-in/callback': 'sign-in-callback',
  '/sign-out': 'sign-out',
  '/metrics': 'metrics',
  '/': 'home',
  '/projects': 'projects',
};

/** `target` is a path with or without a query. */
export function parseAddress(target: string): TeamAddress {
  const [, path = '', search = ''] = /^([^?#]*)(\?[^#]*)?/.exec(target) ?? [];
  const name = Object.hasOwn(open, path) ? open[path] : undefined;
  if (name !== undefined) return { name };
  const [, file] = /^\/home\/(\w[\w.-]*)$/.exec(path) ?? [];
  if (file !== undefined) return { name: 'home-file', file };
  const [, area, owner = '', rest = ''] = /^\/([pk])\/([\w.-]{1,100})(\/.*)$/.exec(path) ?? [];
  if (area === 'p' && rest === '/mcp') return { name: 'mcp', project: owner };
  const part = overviewParts.find((each) => rest === `/${each}`);
  if (area === 'p' && part !== undefined) return { name: 'overview', project: owner, part };
  if (!/^\/__(?:annotate|inline-review)(?:\/|$)/.test(rest)) return { name: 'nothing' };
  if (area === 'p') return { name: 'page', project: owner, target: rest + search };
  return { name: 'page-by-key', key: owner, target: rest + search };
}
