/** How many files of a project use each of its files. */
import { posix } from 'node:path';

import { type FileLinks, type ImportedNames, toPascalCase } from './file-links.ts';

/** Paths from the project's root, each with what its text says. A file that no other file uses is not in the result. */
export function countUsers(files: ReadonlyMap<string, FileLinks>): Map<string, number> {
  const resolve = createResolver([...files.keys()]);
  const users = new Map<string, Set<string>>();
  const add = (used: string, user: string) => {
    if (used === user) return;
    const known = users.get(used) ?? new Set();
    users.set(used, known.add(user));
  };
  const componentsByTag = vueComponents(files.keys());
  for (const [user, { imports, tags }] of files) {
    // A test or a story shows a component, and does not make it one that the app uses in many places.
    if (
      /(?:\.(?:test|spec|stories|story|cy)\.|(?:^|\/)(?:__tests__|__mocks__|tests?|e2e|stories)\/)/.test(user)
    )
      continue;
    for (const each of imports) for (const used of usedFiles(each, user, { files, resolve })) add(used, user);
    for (const tag of tags) for (const used of componentsByTag.get(tag) ?? []) add(used, user);
  }
  return new Map([...users].map(([file, { size }]) => [file, size]));
}

interface Links {
  readonly files: ReadonlyMap<string, FileLinks>;
  readonly resolve: Resolve;
}

/** The imported file or, where that one passes on what others export, those that have the imported names. */
function usedFiles(
  { from, names }: ImportedNames,
  user: string,
  links: Links,
  seen: ReadonlySet<string> = new Set(),
): string[] {
  const file = links.resolve(from, user);
  if (file === null || seen.has(file)) return [];
  const { passedOn = [], exported = new Set<string>() } = links.files.get(file) ?? {};
  const elsewhere = names?.filter((name) => !exported.has(name)) ?? [];
  if (passedOn.length === 0 || elsewhere.length === 0) return [file];
  const below = passedOn.flatMap((each) => {
    const wanted =
      each.names === null ? elsewhere : elsewhere.filter((name) => isPassedOn(each.names ?? [], name));
    if (wanted.length === 0) return [];
    const passed = each.names ?? wanted;
    const found = usedFiles({ from: each.from, names: passed }, file, links, new Set([...seen, file]));
    // Of `export * from` only the file that has one of the names.
    return each.names === null ? found.filter((path) => hasOneOf(links.files.get(path), wanted)) : found;
  });
  return [file, ...below];
}

/** `export { default as Button } from './Button.vue'` names what the importer calls `Button` only in its second half. */
function isPassedOn(names: readonly string[], wanted: string): boolean {
  return names.includes(wanted) || names.includes('default');
}

function hasOneOf(file: FileLinks | undefined, names: readonly string[]): boolean {
  return file !== undefined && names.some((name) => file.exported.has(name));
}

type Resolve = (specifier: string, from: string) => string | null;

const extension = /\.(?:[cm]?[jt]sx?|vue|svelte|astro|mdx)$/;

/**
 * Relative paths exactly; those that begin with an alias of the usual kinds by their end, where only one file of the
 * project ends so.
 */
function createResolver(paths: readonly string[]): Resolve {
  const byStem = new Map<string, string>();
  for (const path of paths) {
    byStem.set(path, path);
    const stem = path.replace(extension, '');
    if (!byStem.has(stem)) byStem.set(stem, path);
    if (posix.basename(stem) === 'index' && !byStem.has(posix.dirname(stem)))
      byStem.set(posix.dirname(stem), path);
  }
  const byEnd = new Map<string, Set<string>>();
  for (const [stem, path] of byStem) {
    const parts = stem.split('/');
    for (let at = 0; at < parts.length; at++) {
      const end = parts.slice(at).join('/');
      byEnd.set(end, (byEnd.get(end) ?? new Set()).add(path));
    }
  }
  const find = (stem: string) => byStem.get(stem) ?? byStem.get(stem.replace(extension, '')) ?? null;
  return (specifier, from) => {
    const name = specifier.replace(/[?#].*$/, '');
    if (/^\.{1,2}(?:\/|$)/.test(name)) return find(posix.join(posix.dirname(from), name));
    const end = /^(?:[@~#]{0,2}\/|\$lib\/|@?src\/|#)(.+)$/.exec(name)?.[1]?.replace(/\/$/, '');
    if (end === undefined) return null;
    const found = byEnd.get(end) ?? byEnd.get(end.replace(extension, '')) ?? new Set<string>();
    if (found.size < 2) return [...found][0] ?? null;
    return nearest([...found], from);
  };
}

/** In a workspace each app has its own `components/ui`. */
function nearest(paths: readonly string[], from: string): string | null {
  const shared = paths.map((path) => sharedFolders(path, from));
  const most = Math.max(...shared);
  const best = paths.filter((_, at) => shared[at] === most);
  return best.length === 1 ? (best[0] ?? null) : null;
}

function sharedFolders(one: string, other: string): number {
  const [a, b] = [one.split('/'), other.split('/')];
  const differs = a.findIndex((part, at) => part !== b[at]);
  return differs === -1 ? a.length : differs;
}

/** By the names that Nuxt and unplugin-vue-components give them: `Button` and `UiButton` for `components/ui/Button.vue`. */
function vueComponents(paths: Iterable<string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const path of paths) {
    const parts = /(?:^|\/)components\/(.+)\.vue$/.exec(path)?.[1]?.split('/').map(toPascalCase);
    if (parts === undefined) continue;
    for (const name of new Set([parts.at(-1) ?? '', joinNames(parts)]))
      found.set(name, [...(found.get(name) ?? []), path]);
  }
  return found;
}

/** `BaseButton` for `base/BaseButton`: a folder's name is not repeated. */
function joinNames(parts: readonly string[]): string {
  return parts.reduce((joined, part) => (part.startsWith(joined) ? part : joined + part), '');
}
