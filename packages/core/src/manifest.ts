/** Where each component class lives, for pages whose compiler does not say. */
export type Manifest = Record<string, ManifestEntry>;

export interface ManifestEntry {
  component: string;
  template?: string;
  selector?: string;
}

/** A second class of the same name stands under `Name#selector`, so that key is asked first. */
export function findInManifest(
  manifest: Manifest,
  className: string,
  selector: string | null,
): ManifestEntry | null {
  const exact = selector === null ? undefined : lookUp(manifest, `${className}#${selector}`);
  return exact ?? lookUp(manifest, className) ?? null;
}

// The manifest arrives over the network: a class called `constructor` must not find Object's.
function lookUp(manifest: Manifest, key: string): ManifestEntry | undefined {
  return Object.hasOwn(manifest, key) ? manifest[key] : undefined;
}
