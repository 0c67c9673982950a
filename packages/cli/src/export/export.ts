import { resolve } from 'node:path';

import {
  type Annotation,
  closedStatuses,
  openStatuses,
  type SentStatus,
  annotationsToMarkdown,
} from '@annotate-mcp/core';
import { everyAnnotation, type Query, type Store } from '@annotate-mcp/store';

import type { GlobalOptions } from '../cli-command.ts';
import { openWithDocuments, locateStore, using } from '../project-store.ts';
import { printableLines, readByAgent, type Terminal } from '../terminal.ts';

import { writeNewFile } from './write-new-file.ts';

export interface ExportOptions {
  format?: FormatName;
  out?: string;
  force?: boolean;
  status?: SentStatus[];
  json?: boolean;
}

export async function exportAnnotations(
  options: ExportOptions & GlobalOptions,
  terminal: Terminal,
): Promise<void> {
  const location = locateStore(options);
  const store = await openWithDocuments(location);
  if (store === null) {
    await save(nothing(), options, terminal);
    terminal.note(`Nothing has been annotated in ${location.root} yet.`);
    return;
  }
  await using(store, async (open) => {
    await save(everyAnnotation(open, queryOf(options)), options, terminal);
    const leftOut = await describeLeftOut(open, options);
    if (leftOut !== '') terminal.note(leftOut);
  });
}

/** Markdown is for reading, mostly by an agent without MCP. JSON is the log and the backup, so it has all. */
function queryOf(options: ExportOptions): Query {
  const origin = formatOf(options) === 'markdown' ? ({ origin: 'own' } as const) : {};
  const status = options.status ?? (formatOf(options) === 'markdown' ? openStatuses : undefined);
  return { ...origin, ...(status !== undefined && { status }) };
}

async function describeLeftOut(store: Store, options: ExportOptions): Promise<string> {
  if (formatOf(options) !== 'markdown') return '';
  const closed =
    options.status === undefined ? await store.count({ origin: 'own', status: closedStatuses }) : 0;
  const foreign = await store.count({ origin: 'repository' });
  return [
    ...(closed > 0 ? [`Left out: ${closed} closed. Name their status to get them: --status resolved.`] : []),
    ...(foreign > 0
      ? [`Left out: ${foreign} that came with the repository. To trust them: annotate-mcp trust`]
      : []),
  ].join('\n');
}

/** With --out, --json is about the summary that is printed. */
function formatOf({ format, json = false, out }: ExportOptions): FormatName {
  return format ?? (json && out === undefined ? 'json' : 'markdown');
}

async function save(
  annotations: AsyncIterable<Annotation>,
  options: ExportOptions,
  terminal: Terminal,
): Promise<void> {
  const { out, force = false, json = false } = options;
  const format = formatOf(options);
  const counted = { count: 0 };
  const text = formats[format](counting(annotations, counted), new Date());
  if (out === undefined) {
    const shown = terminal.isScreen ? printableLines : (piece: string) => piece;
    for await (const piece of text) await terminal.write(shown(piece));
    noteWhatIsData(format, counted.count, terminal);
    return;
  }
  const file = resolve(out);
  await writeNewFile(file, text, { force });
  const { count } = counted;
  if (json) terminal.print(JSON.stringify({ file, format, count }, null, 2));
  else terminal.note(`Wrote ${count} ${count === 1 ? 'annotation' : 'annotations'} to ${file}.`);
}

/** Markdown says it itself; a log and a backup have no room for it, and a program or an agent reads them. */
function noteWhatIsData(format: FormatName, count: number, terminal: Terminal): void {
  if (format !== 'markdown' && count > 0 && !terminal.isScreen) terminal.note(readByAgent);
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

/** An export format turns annotations, as they are read page by page, into pieces of text. */
type Format = (annotations: AsyncIterable<Annotation>, at: Date) => AsyncIterable<string>;

const formats = { markdown, json, jsonl } as const satisfies Record<string, Format>;
type FormatName = keyof typeof formats;

/** Grouped by page, so it needs them all before it can begin. */
async function* markdown(annotations: AsyncIterable<Annotation>, at: Date): AsyncGenerator<string> {
  const all: Annotation[] = [];
  for await (const annotation of annotations) all.push(annotation);
  yield annotationsToMarkdown(all, at);
}

/** A file that `import` reads and that `--store json:` opens. */
async function* json(annotations: AsyncIterable<Annotation>): AsyncGenerator<string> {
  yield '{\n  "version": 1,\n  "annotations": {';
  let separator = '\n    ';
  for await (const annotation of annotations) {
    const body = JSON.stringify(annotation, null, 2).replaceAll('\n', '\n    ');
    yield `${separator}${JSON.stringify(annotation.id)}: ${body}`;
    separator = ',\n    ';
  }
  yield separator === '\n    ' ? '}\n}\n' : '\n  }\n}\n';
}

async function* jsonl(annotations: AsyncIterable<Annotation>): AsyncGenerator<string> {
  for await (const annotation of annotations) yield `${JSON.stringify(annotation)}\n`;
}
