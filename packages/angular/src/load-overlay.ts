/** Loads the overlay's script from the hub. The script mounts the overlay once per page. */
import type { Overlay } from '@annotate-mcp/overlay';

declare global {
  /** Of the script that the hub serves: settles when the overlay is mounted or could not be. */
  var __ANNOTATE_LOADING__: Promise<void> | undefined;
}

export function presentOverlay(): Overlay | null {
  return globalThis.__ANNOTATE_OVERLAY__ ?? null;
}

/** `base` is the base of Angular's router, used where the page has no `<base>`. */
export function scriptUrl(document: Document, hub = '__annotate', base: string | null = null): string {
  const from =
    document.querySelector('base[href]') === null
      ? new URL(withSlash(base ?? '/'), document.baseURI)
      : document.baseURI;
  return new URL('overlay.js', new URL(withSlash(hub), from)).href;
}

/** Resolves with `null`, after a warning, where the overlay cannot be loaded: the app must not be affected. */
export async function loadOverlay(
  document: Document,
  url: string,
  nonce: string | null,
): Promise<Overlay | null> {
  let overlay = presentOverlay();
  try {
    overlay ??= await runScript(document, url, nonce);
    // A module runs once per URL: after an overlay was closed, another URL is needed to mount the next one.
    overlay ??= await runScript(document, `${url}?again=${Date.now()}`, nonce);
  } catch {
    // The browser has printed the reason on its console; the warning below tells what to do.
  }
  // An overlay that runs has taken them; without one they are of no use.
  globalThis.__ANNOTATE_EARLY__?.();
  if (overlay === null) warn(url);
  return overlay;
}

function runScript(document: Document, url: string, nonce: string | null): Promise<Overlay | null> {
  const script = document.createElement('script');
  script.type = 'module';
  script.src = toTrustedUrl(document, url);
  if (nonce !== null) script.nonce = nonce;
  const ran = new Promise<Overlay | null>((resolve, reject) => {
    script.onload = () => resolve(mountedOverlay());
    script.onerror = () => reject(new Error(`${url} could not be loaded.`));
  });
  document.head.append(script);
  return ran.finally(() => script.remove());
}

/** The script imports the overlay when it runs, and is then over. */
async function mountedOverlay(): Promise<Overlay | null> {
  await globalThis.__ANNOTATE_LOADING__;
  return presentOverlay();
}

/** Pages may require Trusted Types. A `trusted-types` directive has to list our policy, as the warning says. */
function toTrustedUrl({ defaultView }: Document, url: string): string {
  const types: unknown = defaultView === null ? null : Reflect.get(defaultView, 'trustedTypes');
  if (!isPolicyFactory(types)) return url;
  // With such a directive each policy name can be created only once.
  policy ??= types.createPolicy('annotate-mcp', { createScriptURL: (value) => value });
  return policy.createScriptURL(url);
}

let policy: TrustedPolicy | undefined;

interface TrustedPolicy {
  /** In fact it returns an object, which the DOM accepts where its types say string. */
  readonly createScriptURL: (url: string) => string;
}

interface PolicyFactory {
  readonly createPolicy: (name: string, rules: TrustedPolicy) => TrustedPolicy;
}

/** Not declared on `Window`, because an app may have its own types for it. */
function isPolicyFactory(types: unknown): types is PolicyFactory {
  return typeof types === 'object' && types !== null && 'createPolicy' in types;
}

function withSlash(path: string): string {
  return path.endsWith('/') ? path : `${path}/`;
}

function warn(url: string): void {
  // oxlint-disable-next-line no-console -- developers look here when the overlay is missing
  console.warn(
    `annotate-mcp: the overlay could not be loaded from ${url}, so this page cannot be annotated; the app itself is ` +
      'not affected. Serve it with the builder `@annotate-mcp/angular:dev-server`, which ' +
      '`ng add @annotate-mcp/angular` adds to angular.json. If it is there already, read the output of `ng serve`. ' +
      'If the page has a Content-Security-Policy, it must allow scripts from that address and, in `trusted-types`, ' +
      'the policy `annotate-mcp`.',
  );
}
