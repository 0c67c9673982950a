import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** What only our packages write into a page or a bundle. */
const ours = /annotate-mcp|__annotate|nga-overlay|data-annotate/;

/** The files in the folder that have anything of ours in them. Throws when the folder is empty. */
export function filesWithOurs(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  if (files.length === 0) throw new Error(`${folder} has no files to look at.`);
  return files.filter((file) => ours.test(readFileSync(file, 'latin1')));
}
