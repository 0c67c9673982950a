/** An export format turns annotations, as they are read page by page, into pieces of text. */
import { type Annotation, annotationsToMarkdown } from '@annotate-mcp/core';

export type Format = (annotations: AsyncIterable<Annotation>, at: Date) => AsyncIterable<string>;

export const formats = { markdown, json, jsonl } as const satisfies Record<string, Format>;
export type FormatName = keyof typeof formats;

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
