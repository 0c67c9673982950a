/**
 * What makes two addresses one page. Panel, tools, resources, subscriptions, exports, HTTP API and command line compare
 * pages by this key and in no other way.
 */

/** The parts of the globals of every browser and Node.js that are used here. */
declare const URL: {
  canParse(address: string, base: string): boolean;
  new (
    address: string,
    base: string,
  ): Readonly<Record<'protocol' | 'hostname' | 'pathname' | 'search' | 'hash', string>>;
};
declare const URLSearchParams: new (search: string) => {
  keys(): Iterable<string>;
  delete(name: string): void;
  sort(): void;
  toString(): string;
};

/**
 * The key of a page is an address of that page: `/cart?step=2` for a page of the app, `https://shop.example/cart` for
 * a page of another site. A path alone is a page of `site`: of the app, unless the overlay says on which site it is.
 */
export function pageKey(address: string, site = 'http://localhost'): string {
  if (!URL.canParse(address, site)) return address;
  const { protocol, hostname, pathname, search, hash } = new URL(address, site);
  if (!/^(https?|file):$/.test(protocol)) return address;
  const host =
    protocol === 'file:' ? `file://${hostname}` : devHost.test(hostname) ? '' : `https://${hostname}`;
  return host + (pathOf(pathname) || '/') + queryOf(search) + routeOf(hash);
}

/**
 * Names at which a dev server is reached: this machine, an IP address, the local network, a tunnel. The app is the same
 * behind each of them. Every other host is another site, because the extension annotates any page of the web.
 */
const devHost =
  /^([\d.]+|\[.*|[^.]*|.+\.(local(host)?|test|lan|internal|home\.arpa|ts\.net|ngrok(-free)?\.\w+|trycloudflare\.com|loca\.lt|lhr\.life|devtunnels\.ms|github\.dev|gitpod\.io))$/;

/** A server answers `/cart`, `/cart/` and `/cart/index.html` with one page. Empty for the root. */
function pathOf(path: string): string {
  const names = path
    .replace(/%[\da-f]{2}/gi, unifyEscape)
    .split('/')
    .filter(Boolean);
  while (/^index\.html?$/.test(names.at(-1) ?? '')) names.pop();
  return names.map((name) => `/${name}`).join('');
}

/** Programs differ in what they escape and in the case of the digits. */
function unifyEscape(escape: string): string {
  const character = String.fromCharCode(Number(`0x${escape.slice(1)}`));
  return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
}

/** Sorted, and without the parameters that only say where a visitor came from, or which annotation they want to see. */
function queryOf(search: string): string {
  const parameters = new URLSearchParams(search);
  for (const name of [...parameters.keys()]) if (tracking.test(name)) parameters.delete(name);
  parameters.sort();
  const query = parameters.toString();
  return query && `?${query}`;
}

const tracking =
  /^(annotate|utm_.*|_g[al]|_hs(enc|mi)|mc_[ce]id|mkt_tok|igshid|li_fat_id|[gw]braid|gclsrc|(g|d|y|fb|tt|tw)clid|msclkid)$/;

/** A fragment is a place on the page, unless the app keeps its route there: `#/cart`, `#!/cart`. */
function routeOf(hash: string): string {
  const [, mark, path = '', query = ''] = /^#(!?)(\/[^?#]*)(\?[^#]*)?/.exec(hash) ?? [];
  const route = (pathOf(path) || '/') + queryOf(query);
  return route === '/' ? '' : `#${mark ?? ''}${route}`;
}
