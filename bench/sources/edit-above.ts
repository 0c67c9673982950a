/** Edits the files of a running app above what a person has pointed at: nothing else changes than the lines. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { filesWithTags } from './expected-kinds.ts';

/** One edit after the other, as a person makes them. */
export const edits = ['the page’s file', 'the other files', 'above the templates'] as const;

export type Edit = (typeof edits)[number];

/** Returns how many files it has changed. */
export function editAbove(app: string, edit: Edit): number {
  const files = filesWithTags(app);
  const kindsIn = new Map(files.map((file) => [file, readText(app, file).split('data-kind=').length - 1]));
  const most = Math.max(...kindsIn.values());
  const page = files.find((file) => kindsIn.get(file) === most);
  const isWanted = (file: string) =>
    edit === 'above the templates' || (file === page) === (edit === edits[0]);
  const add = edit === 'above the templates' ? addAboveTemplate : addAtTop;
  const changed = files.filter((file) => (kindsIn.get(file) ?? 0) > 0 && isWanted(file));
  return changed.filter((file) => change(join(app, file), add)).length;
}

function change(file: string, add: (text: string, file: string) => string): boolean {
  const text = readFileSync(file, 'utf8');
  const edited = add(text, file);
  if (edited !== text) writeFileSync(file, edited);
  return edited !== text;
}

const scriptLines = '// Two lines\n// more.\n';
const markupLines = '<!-- Two lines -->\n<!-- more. -->\n';

function addAtTop(text: string, file: string): string {
  if (/\.tsx?$/.test(file)) return scriptLines + text;
  // Nothing may stand before the fence.
  if (file.endsWith('.astro')) return text.replace(/^---\n/, `---\n${scriptLines}`);
  return markupLines + text;
}

/** Between the script and what is below it. */
function addAboveTemplate(text: string, file: string): string {
  if (file.endsWith('.vue')) return text.replace(/^<template>/m, '\n\n<template>');
  if (file.endsWith('.svelte')) return text.replace('</script>\n', '</script>\n\n\n');
  if (file.endsWith('.astro')) return text.replace(/^---\n([^]*?)^---\n/m, '---\n$1---\n\n\n');
  return text;
}

function readText(app: string, file: string): string {
  return readFileSync(join(app, file), 'utf8');
}
