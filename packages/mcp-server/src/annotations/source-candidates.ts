/** Looks for a quoted text in the project's files, for pages that do not say where their text comes from. */
import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

export interface SourceCandidate {
  /** Relative to the root, `/` separators. */
  file: string;
  line: number;
  why: string;
}

const contentTypes = new Set(
  '.md .mdx .markdown .mdoc .html .htm .astro .svelte .vue .jsx .tsx .js .ts .njk .liquid .hbs .pug .json .yml .yaml .txt'.split(
    ' ',
  ),
);
const skipped = new Set(['node_modules', 'dist', 'build', 'out', 'coverage', 'vendor']);
const mostFiles = 5_000;
const largestFile = 1_000_000;
const mostCandidates = 10;

/** Where words stand for a program rather than for a reader: copies and exports of a text, mostly. */
const dataTypes = new Set(['.json', '.yml', '.yaml', '.txt']);
const longestSearchMs = 5_000;

/** Best first. Reads files under `root` only; links are not followed, and what cannot be read is passed over. */
export async function findSourceCandidates(root: string, quote: string): Promise<SourceCandidate[]> {
  const wanted = plain(quote);
  if (wanted === '') return [];
  const deadline = performance.now() + longestSearchMs;
  const found: (SourceCandidate & { rank: number })[] = [];
  for await (const path of contentFiles(root)) {
    if (performance.now() > deadline) break;
    const text = await readFile(path, 'utf8').catch(() => '');
    const match = matchIn(text, quote, wanted);
    if (match === null) continue;
    const rank = match.rank + (dataTypes.has(extname(path)) ? 10 : 0);
    found.push({ file: relative(root, path).split(sep).join('/'), line: match.line, why: match.why, rank });
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.file.localeCompare(b.file))
    .slice(0, mostCandidates)
    .map(({ file, line, why }) => ({ file, line, why }));
}

async function* contentFiles(root: string): AsyncGenerator<string> {
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

async function isSmall(path: string): Promise<boolean> {
  const size = await stat(path).then(
    (stats) => stats.size,
    () => Infinity,
  );
  return size <= largestFile;
}

const beginning = 40;

function matchIn(
  text: string,
  quote: string,
  wanted: string,
): { line: number; why: string; rank: number } | null {
  const literal = text.indexOf(quote);
  if (literal !== -1) return { line: lineAt(text, literal), why: 'has the text to the letter', rank: 0 };
  const { content, lineAtOffset } = plainLines(text);
  const whole = content.indexOf(wanted);
  if (whole !== -1)
    return { line: lineAtOffset(whole), why: 'has the text with other markup or line breaks', rank: 1 };
  const start = wanted.slice(0, beginning);
  const partly = wanted.length > beginning ? content.indexOf(start) : -1;
  return partly === -1 ? null : { line: lineAtOffset(partly), why: `has its beginning, "${start}"`, rank: 2 };
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split('\n').length;
}

function plainLines(text: string): { content: string; lineAtOffset: (offset: number) => number } {
  const starts: number[] = [];
  let content = '';
  for (const line of text.split('\n')) {
    starts.push(content.length);
    const words = plain(line);
    if (words !== '') content += `${words} `;
  }
  return { content, lineAtOffset: (offset) => starts.findLastIndex((start) => start <= offset) + 1 };
}

/** Without markup: the page shows words, the source has emphasis, links and tags around them. */
function plain(text: string): string {
  return text
    .replace(/<[^>]*>/g, ' ')
    .replace(/\]\([^)]*\)/g, ' ')
    .replace(/[*_`~[\]#>|{}"'“”‘’]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
    .toLowerCase();
}
