/**
 * The file of each component class, for pages whose compiler does not name it. A kit (see `isKit`) also has an entry under
 * its path, with the number of its users, and so has a template of Angular that puts HTML into the page.
 */
export type Manifest = Record<string, ManifestEntry>;

export interface ManifestEntry {
  component: string;
  template?: string;
  selector?: string;
  /** How many other files give something to the components of this one; only in the entry of a path. */
  usedBy?: number;
  /** In the folder for parts that know nothing of the app, `components/ui`; only in the entry of a path. */
  primitive?: true;
  /** Where HTML is put into elements, `line:column`, by the place of each one's tag; only in the entry of a path. */
  html?: Record<string, string>;
}

export interface NamedComponent extends ManifestEntry {
  readonly name: string;
}

/** Builds the manifest from what each file declares. Sorted by path, so that the order of discovery does not decide which class gets the bare name. */
export function toManifest(files: ReadonlyMap<string, readonly NamedComponent[]>): Manifest {
  const manifest = new Map<string, ManifestEntry>();
  for (const [, components] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    for (const { name, ...entry } of components) {
      manifest.set(manifest.has(name) ? `${name}#${entry.selector ?? entry.component}` : name, entry);
    }
  }
  return Object.fromEntries(manifest);
}

/** A second class of the same name stands under `Name#selector`, so that key comes first. */
export function findInManifest(
  manifest: Manifest,
  className: string,
  selector: string | null,
): ManifestEntry | null {
  const exact = selector === null ? undefined : lookUp(manifest, `${className}#${selector}`);
  return exact ?? lookUp(manifest, className) ?? null;
}

/** How many files give something to the components of one that is a kit, and so decide what a person sees of it. */
export const kitUsers = 3;

/** Whether this file is one that many others use, or a primitive, such as `components/ui/button.tsx`. */
export function isKit(manifest: Manifest, file: string): boolean {
  return isPrimitive(manifest, file) || (lookUp(manifest, file)?.usedBy ?? 0) >= kitUsers;
}

/** Whether all that this file draws is edited where it is used, and not only the root and what it is given. */
export function isPrimitive(manifest: Manifest, file: string): boolean {
  return lookUp(manifest, file)?.primitive === true;
}

/** Whether this file declares a component of this name. */
export function declares(manifest: Manifest, file: string, name: string): boolean {
  const keys = [name, `${name}#${file}`];
  return keys.some((key) => lookUp(manifest, key)?.component === file);
}

// The manifest arrives over the network: a class called `constructor` must not find Object's.
function lookUp(manifest: Manifest, key: string): ManifestEntry | undefined {
  return Object.hasOwn(manifest, key) ? manifest[key] : undefined;
}
