/** Folders, documents and events for tests of open documents. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { afterEach } from 'vitest';

import { uuidOf } from '@annotate-mcp/core/testing';

import { anchorAt, blocksOf, type CommentInput } from '../../document/index.ts';
import type { DocumentEvent, DocumentsOptions, MarkdownDocument } from '../markdown-document.ts';
import { createDocuments } from '../documents.ts';

const undos: (() => unknown)[] = [];
/** Runs after the test; the last one registered runs first. */
export const onEnd = (undo: () => unknown) => undos.push(undo);

export function useBench(): void {
  afterEach(async () => {
    for (const undo of undos.splice(0).reverse()) await undo();
  });
}

export const plan = `# Plan

We ship in May, whatever happens.

## Goals

- fast enough for everybody
- small enough to read

The end is near.
`;

/** A project with `docs/plan.md`. Its path has a space and a letter that is not ASCII. */
export function project(text = plan): { root: string; file: string } {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate märkdown ')));
  onEnd(() => rmSync(root, { recursive: true, force: true }));
  mkdirSync(join(root, '.git'));
  const file = join(root, 'docs', 'plan.md');
  put(file, text);
  return { root, file };
}

export function put(file: string, text: string | Buffer): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

export const get = (file: string) => readFileSync(file, 'utf8');

/** Each call has its own `Documents`, as another process would. */
export async function opened(
  { root, file }: { root: string; file: string },
  options: Partial<DocumentsOptions> = {},
): Promise<MarkdownDocument> {
  const documents = createDocuments({ roots: () => [root], safetyCheckMs: 200, ...options });
  onEnd(() => documents.close());
  return documents.open(file);
}

let made = 0;

/** A comment on the `nth` occurrence of the quote. */
export function commentOn(text: string, quote: string, says = `about ${quote}`, nth = 0): CommentInput {
  let start = -1;
  for (let n = 0; n <= nth; n++) start = text.indexOf(quote, start + 1);
  if (start === -1) throw new Error(`"${quote}" is not in the text`);
  made++;
  return {
    id: uuidOf(process.pid * 10_000 + made),
    text: says,
    anchor: anchorAt(text, blocksOf(text), start, start + quote.length),
  };
}

export function follow(document: MarkdownDocument): DocumentEvent[] {
  const events: DocumentEvent[] = [];
  document.subscribe((event) => events.push(event));
  return events;
}

/** Resolves when `isSo` returns `true`, now or after an event. */
export function until(document: MarkdownDocument, isSo: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!isSo()) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = document.subscribe(look);
    look();
  });
}

/** The text at the placement of a comment; its anchor state when it is not placed. */
export function wordsAt(document: MarkdownDocument, id: string): string {
  const comment = document.comment(id);
  if (comment === null) return 'gone';
  const { char_start, char_end } = comment.anchor;
  return comment.anchorState === 'placed' ? document.text.slice(char_start, char_end) : comment.anchorState;
}
