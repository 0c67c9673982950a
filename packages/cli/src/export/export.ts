import { resolve } from 'node:path';

import type { Annotation } from '@annotate-mcp/core';

import type { GlobalOptions } from '../command.ts';
import type { ShownStatus } from '../options.ts';
import { annotationsIn, openExisting, locateStore, using } from '../project-store.ts';
import { printableLines, type Terminal } from '../terminal.ts';

import { type FormatName, formats } from './formats.ts';
import { writeNewFile } from './write-file.ts';

export interface ExportOptions {
  format?: FormatName;
  out?: string;
  force?: boolean;
  status?: ShownStatus[];
  json?: boolean;
}

export async function exportAnnotations(
  options: ExportOptions & GlobalOptions,
  terminal: Terminal,
): Promise<void> {
  const location = locateStore(options);
  const store = await openExisting(location);
  if (store === null) {
    await save(nothing(), options, terminal);
    terminal.note(`Nothing has been annotated in ${location.root} yet.`);
    return;
  }
  const query = options.status === undefined ? {} : { status: options.status };
  await using(store, (open) => save(annotationsIn(open, query, 'oldest'), options, terminal));
}

async function save(
  annotations: AsyncIterable<Annotation>,
  { out, force = false, json = false, ...options }: ExportOptions,
  terminal: Terminal,
): Promise<void> {
  // With --out, --json is about the summary that is printed.
  const format = options.format ?? (json && out === undefined ? 'json' : 'markdown');
  const counted = { count: 0 };
  const text = formats[format](counting(annotations, counted), new Date());
  if (out === undefined) {
    const shown = terminal.isScreen ? printableLines : (piece: string) => piece;
    for await (const piece of text) await terminal.write(shown(piece));
    return;
  }
  const file = resolve(out);
  await writeNewFile(file, text, { force });
  const { count } = counted;
  if (json) terminal.print(JSON.stringify({ file, format, count }, null, 2));
  else terminal.note(`Wrote ${count} ${count === 1 ? 'annotation' : 'annotations'} to ${file}.`);
}

async function* counting(
  annotations: AsyncIterable<Annotation>,
  counted: { count: number },
): AsyncGenerator<Annotation> {
  for await (const annotation of annotations) {
    counted.count += 1;
    yield annotation;
  }
}

async function* nothing(): AsyncGenerator<never> {
  // Without a store there are no annotations; each format has its own empty form.
}
