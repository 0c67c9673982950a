/** Looks for a quoted text in the project's files, for pages that do not say where their text comes from. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
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

/** Best first. Reads files under `root` only; links are not followed. */
export function findSourceCandidates(root: string, quote: string): SourceCandidate[] {
  const wanted = plain(quote);
  if (wanted === '') return [];
  const found: (SourceCandidate & { rank: number })[] = [];
  for (const path of contentFiles(root)) {
    const match = matchIn(readFileSync(path, 'utf8'), quote, wanted);
    if (match !== null) found.push({ file: relative(root, path).split(sep).join('/'), ...match });
  }
  return found
    .sort((a, b) => a.rank - b.rank || a.file.localeCompare(b.file))
    .slice(0, mostCandidates)
    .map(({ file, line, why }) => ({ file, line, why }));
}

function contentFiles(root: string): string[] {
  const files: string[] = [];
  const folders = [root];
  for (
    let folder = folders.shift();
    folder !== undefined && files.length < mostFiles;
    folder = folders.shift()
  ) {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name)) folders.push(path);
      else if (
        entry.isFile() &&
        contentTypes.has(extname(entry.name)) &&
        statSync(path).size <= largestFile
      ) {
        files.push(path);
      }
    }
  }
  return files.slice(0, mostFiles);
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
