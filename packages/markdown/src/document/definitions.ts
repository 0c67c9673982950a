import type { Env } from 'markdown-it';

import { footnotesOf, keyOf } from './rules/footnotes.ts';

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
  const used = labelsUsedIn(source);
  return labelsIn(definitions)
    .filter((label) => used.has(keyOf(label)))
    .map((label) => `[${label}]: x`)
    .join('\n\n');
}

/** What `source` has in brackets, as labels are compared. A label has no brackets in it, unless they are escaped. */
export function labelsUsedIn(source: string): Set<string> {
  const spelled = source.replace(/\s+/g, ' ');
  return new Set(
    Array.from(spelled.matchAll(/\[((?:[^[\]\\]|\\[^])+)\]/g), ([, label = '']) => keyOf(label.trim())),
  );
}

export function footnoteLabelsIn(definitions: string): string[] {
  return labelsIn(definitions).flatMap((label) => (label.startsWith('^') ? [label.slice(1)] : []));
}

/** Of the definitions that were asked for last: all blocks of a document have the same. */
let lastLabels: { definitions: string; labels: string[] } = { definitions: '', labels: [] };

function labelsIn(definitions: string): string[] {
  if (lastLabels.definitions !== definitions) {
    const labels = Array.from(definitions.matchAll(/^\[(.+)\]: x$/gm), ([, label = '']) => label);
    lastLabels = { definitions, labels };
  }
  return lastLabels.labels;
}
