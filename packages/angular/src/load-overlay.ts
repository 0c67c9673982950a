/** Loads the overlay as the hub serves it: one script, which mounts it once for each page. */
import type { Overlay } from '@annotate-mcp/overlay';

export function presentOverlay(): Overlay | null {
  return globalThis.__NG_ANNOTATE_OVERLAY__ ?? null;
}

/** `base` is what Angular's router goes by where the page has no `<base>`. */
export function scriptUrl(document: Document, hub = '__annotate', base: string | null = null): string {
  const from =
    document.querySelector('base[href]') === null
      ? new URL(withSlash(base ?? '/'), document.baseURI)
      : document.baseURI;
  return new URL('overlay.js', new URL(withSlash(hub), from)).href;
}

/** `null`, and a warning that says what to do, where it cannot be loaded: the app must not suffer from that. */
export async function loadOverlay(
  document: Document,
  url: string,
  nonce: string | null,
): Promise<Overlay | null> {
  let overlay = presentOverlay();
  try {
    overlay ??= await runScript(document, url, nonce);
    // A module runs once for each address: after an overlay was closed it takes another one to get the next.
    overlay ??= await runScript(document, `${url}?again=${Date.now()}`, nonce);
  } catch {
    // The browser has said on its console what it did not like; what to do about it follows.
  }
  if (overlay === null) warn(url);
  return overlay;
}

function runScript(document: Document, url: string, nonce: string | null): Promise<Overlay | null> {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = trusted(document, url);
  if (nonce !== null) script.nonce = nonce;
  const ran = new Promise<Overlay | null>((resolve, reject) => {
    script.onload = () => resolve(presentOverlay());
    script.onerror = () => reject(new Error(`${url} could not be loaded.`));
  });
  document.head.append(script);
  return ran.finally(() => script.remove());
}

/** Pages may demand Trusted Types. A list of policies in their header has to name ours, as the warning says. */
function trusted({ defaultView }: Document, url: string): string {
  const types: unknown = defaultView === null ? null : Reflect.get(defaultView, 'trustedTypes');
  if (!makesPolicies(types)) return url;
  // Where there is such a list, each name can be taken once.
  policy ??= types.createPolicy('annotate-mcp', { createScriptURL: (given) => given });
  return policy.createScriptURL(url);
}

let policy: TrustedPolicy | undefined;

interface TrustedPolicy {
  /** An object in truth, which the DOM takes where its types say string. */
  readonly createScriptURL: (url: string) => string;
}

interface PolicyFactory {
  readonly createPolicy: (name: string, rules: TrustedPolicy) => TrustedPolicy;
}

/** Not declared on `Window`: an app may have types of its own for it. */
function makesPolicies(types: unknown): types is PolicyFactory {
  return typeof types === 'object' && types !== null && 'createPolicy' in types;
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

function warn(url: string): void {
  // eslint-disable-next-line no-console -- where the person looks who misses the overlay
  console.warn(
    `annotate-mcp: the overlay could not be loaded from ${url}, so this page cannot be annotated; the app itself is ` +
      'not affected. Serve it with the builder `@annotate-mcp/angular:dev-server`, which ' +
      '`ng add @annotate-mcp/angular` writes into angular.json. If it is there already, see what `ng serve` printed. ' +
      'A Content-Security-Policy of the page has to allow scripts of that address, and where it lists `trusted-types`, ' +
      'the policy `annotate-mcp`.',
  );
}
