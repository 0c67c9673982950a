/** Finds keywords, strings and comments in the lines of a diff. Not part of the panels: loaded with the first diff. */
import { parse, type ParseOptions, type TokenType } from 'sugar-high/core';
import { lang, languages } from 'sugar-high/lang';

export interface DiffToken {
  readonly text: string;
  readonly kind: TokenType;
}

/** For each line its tokens, without the sign that it begins with; nothing for a line that is no source. */
export type DiffTokens = ReadonlyMap<number, readonly DiffToken[]>;

export function highlightDiff(file: string, lines: readonly string[]): DiffTokens {
  const options = optionsFor(file);
  const tokens = new Map<number, readonly DiffToken[]>();
  if (options === null) return tokens;
  for (const hunk of hunksIn(lines)) {
    // A comment or string of several lines is whole only among the lines of its own version.
    for (const other of ['+', '-'] as const) {
      const version = hunk.filter((at) => !lines[at]?.startsWith(other));
      const source = version.map((at) => lines[at]?.slice(1)).join('\n');
      parse(source, options).lines.forEach((line, index) => {
        const at = version[index];
        if (at !== undefined) tokens.set(at, line.tokens.map(toDiffToken));
      });
    }
  }
  return tokens;
}

/** Templates of frameworks are nearer to HTML than to anything else. */
const templates = new Set(['vue', 'svelte', 'astro', 'mdx']);

function optionsFor(file: string): ParseOptions | null {
  const extension = file.slice(file.lastIndexOf('.') + 1).toLowerCase();
  const id = templates.has(extension) ? 'html' : lang(extension);
  return languages.find((language) => language.id === id)?.config ?? null;
}

/** The indexes of the lines of each hunk, without its head. */
function hunksIn(lines: readonly string[]): number[][] {
  const hunks: number[][] = [];
  lines.forEach((line, at) => {
    if (line.startsWith('@@')) hunks.push([]);
    else if (/^[ +-]/.test(line)) hunks.at(-1)?.push(at);
  });
  return hunks;
}

function toDiffToken({ type, value }: { type: TokenType; value: string }): DiffToken {
  return { text: value, kind: type };
}
