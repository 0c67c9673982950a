/** The files of a project that may hold what its pages say. */
import type { Dirent } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';

const contentTypes = new Set(
  '.md .mdx .markdown .mdoc .html .htm .astro .svelte .vue .jsx .tsx .js .ts .njk .liquid .hbs .pug .json .yml .yaml .txt'.split(
    ' ',
  ),
);
const skipped = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'vendor']);
const mostFiles = 5_000;
const largestFile = 1_000_000;

/** Links are not followed, and what cannot be read is passed over. */
export async function* contentFiles(root: string): AsyncGenerator<string> {
  const folders = [root];
  let left = mostFiles;
  for (let folder = folders.shift(); folder !== undefined && left > 0; folder = folders.shift()) {
    const entries = await readdir(folder, { withFileTypes: true }).catch((): Dirent[] => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name)) folders.push(path);
      else if (entry.isFile() && contentTypes.has(extname(entry.name)) && (await isSmall(path)) && left-- > 0)
        yield path;
    }
  }
}

/** Where words stand for a program rather than for a reader, or are copied: data, exports, tests. */
export function isAside(path: string): boolean {
  return /\.(?:json|ya?ml|txt)$|\.(?:test|spec)\.\w+$|(?:^|\/)(?:tests?|__tests__|e2e|fixtures?)\//.test(
    path,
  );
}

async function isSmall(path: string): Promise<boolean> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => Infinity,
  );
  return size <= largestFile;
}
