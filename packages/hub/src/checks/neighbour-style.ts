/** How the project writes its tests: quotes and semicolons, as in those that are there. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface CodeStyle {
  readonly quote: "'" | '"';
  readonly semicolons: boolean;
}

export const defaultStyle: CodeStyle = { quote: "'", semicolons: true };

const mostFiles = 10;
const deepest = 4;
const testName = /\.(?:spec|test|e2e)\.[cm]?[jt]sx?$/;
const notOurs = /^(?:node_modules|dist|build|coverage|\..*)$/;

/** Reads tests in the folder and below. Those that annotate-mcp has written say nothing. */
export function readStyle(folder: string): CodeStyle {
  const counts = { single: 0, double: 0, with: 0, without: 0 };
  for (const file of testsIn(folder, deepest).slice(0, mostFiles)) {
    for (const [, quote, end] of readText(file).matchAll(/^import\b[^\n]*?(['"])[^'"\n]+\1(;?)[ \t]*$/gm)) {
      counts[quote === '"' ? 'double' : 'single']++;
      counts[end === ';' ? 'with' : 'without']++;
    }
  }
  return {
    quote: counts.double > counts.single ? '"' : "'",
    semicolons: counts.without <= counts.with,
  };
}

function testsIn(folder: string, depth: number): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && testName.test(entry.name));
    const folders = entries.filter((entry) => entry.isDirectory() && !notOurs.test(entry.name));
    const inner = depth === 0 ? [] : folders.flatMap(({ name }) => testsIn(join(folder, name), depth - 1));
    return [...files.map(({ name }) => join(folder, name)), ...inner];
  } catch {
    // A folder that cannot be read has no tests to follow.
    return [];
  }
}

function readText(file: string): string {
  try {
    const text = readFileSync(file, 'utf8');
    return text.includes('annotate-mcp finds it by its annotation') ? '' : text;
  } catch {
    // It may have been removed meanwhile.
    return '';
  }
}
