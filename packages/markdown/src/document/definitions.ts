import type { Env } from 'markdown-it';

import { footnotesOf } from './footnote-numbers.ts';
import { parseBlocks } from './parse.ts';

const definitionsByBlocks = new WeakMap<readonly object[], string>();

/**
 * What links and footnotes of a block may refer to, for `createSourceMap`: a line of Markdown for each defined label,
 * footnotes in the order of their numbers. Costs nothing for blocks that came from `blocksOf` or a renderer.
 */
export function definitionsOf(text: string, blocks: readonly object[]): string {
  return definitionsByBlocks.get(blocks) ?? definitionsIn(parseBlocks(text).env);
}

export function rememberDefinitions(blocks: readonly object[], definitions: string): void {
  definitionsByBlocks.set(blocks, definitions);
}

/** The address of a link does not change its text, so that every address is a placeholder. */
export function definitionsIn(env: Env): string {
  const notes = footnotesOf(env)
    .labels()
    .map((label) => `[^${label}]: x`);
  const links = Object.keys(env.references ?? {}).map((label) => `[${label}]: x`);
  return [...notes, ...links].join('\n');
}

/** An environment that defines all labels of `definitions`, without parsing them. */
export function environmentWith(definitions: string): Env {
  const env: Env = {};
  const notes = footnotesOf(env);
  for (const label of labelsIn(definitions)) {
    if (label.startsWith('^')) notes.define(label.slice(1));
    else (env.references ??= {})[label] = { href: 'x', title: '' };
  }
  // They are listed in the order of their numbers, so that each gets the number that it has in the document.
  notes.labels();
  return env;
}

/** The definitions that `source` could refer to, with blank lines between them so that none continues in the next. */
export function usedDefinitions(definitions: string, source: string): string {
  if (!source.includes('[')) return '';
  const text = source.replace(/\s+/g, ' ').toLowerCase().toUpperCase();
  return labelsIn(definitions)
    .filter((label) => text.includes(`[${label.toLowerCase().toUpperCase()}]`))
    .map((label) => `[${label}]: x`)
    .join('\n\n');
}

export function footnoteLabelsIn(definitions: string): string[] {
  return labelsIn(definitions).flatMap((label) => (label.startsWith('^') ? [label.slice(1)] : []));
}

function labelsIn(definitions: string): string[] {
  return [...definitions.matchAll(/^\[(.+)\]: x$/gm)].map(([, label = '']) => label);
}
