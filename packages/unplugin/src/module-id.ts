/**
 * The path of the file of a module, which a bundler names by this path and often a query; `null` for a module that has
 * no file, and for one that is a part of its file, its text or its address.
 */
export function fileOfModule(id: string): string | null {
  if (id.startsWith('\0')) return null;
  const [file = '', query] = id.split('?', 2);
  if (query !== undefined && notTheModule.test(query)) return null;
  return file;
}

const notTheModule = /(?:^|&)(?:raw|url|inline|worker|sharedworker|vue|svelte|astro)\b/;
