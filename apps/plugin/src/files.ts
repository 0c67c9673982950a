import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Every file below a folder, by its path with `/`. In one order everywhere, so that what is made of them is the same. */
export function filesIn(folder: string): Map<string, Buffer> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => relative('.', path).split(sep).join('/'))
    .sort();
  return new Map(paths.map((path) => [path, readFileSync(join(folder, path))]));
}
