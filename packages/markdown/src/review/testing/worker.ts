/** The program of a child process that opens a document and carries out the orders of its parent. */
import type { CommentAction, CommentInput, MarkdownComment, ReviewMode } from '../../document/index.ts';
import { createDocuments } from '../documents.ts';
import type { DocumentEvent, MarkdownDocument } from '../markdown-document.ts';

export type Order =
  | { type: 'open'; root: string; file: string }
  | { type: 'persist'; comments: CommentInput[] }
  | { type: 'submit'; comments: CommentInput[]; mode: ReviewMode }
  | { type: 'change'; id: string; change: CommentAction }
  | { type: 'save'; text: string; sha: string }
  | { type: 'refresh' };

export type Report =
  | { type: 'event'; event: DocumentEvent; now: DocumentReport }
  | { type: 'done'; now: DocumentReport }
  | { type: 'failed'; code: string; message: string };

/** The document as this process has it. */
export interface DocumentReport {
  text: string;
  comments: MarkdownComment[];
}

let document: MarkdownDocument | null = null;

process.on('message', (order: Order) => {
  carryOut(order).then(
    (opened) => report({ type: 'done', now: nowOf(opened) }),
    (error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      report({ type: 'failed', code, message: error instanceof Error ? (error.stack ?? '') : String(error) });
    },
  );
});

async function carryOut(order: Order): Promise<MarkdownDocument> {
  if (order.type === 'open') {
    const documents = createDocuments({ roots: () => [order.root], safetyCheckMs: 500 });
    const opened = await documents.open(order.file);
    opened.subscribe((event) => report({ type: 'event', event, now: nowOf(opened) }));
    document = opened;
    return opened;
  }
  if (document === null) throw new Error('no document is open');
  switch (order.type) {
    case 'persist':
      for (const comment of order.comments) await document.persist(comment);
      break;
    case 'submit':
      await document.submit(order.comments, order.mode);
      break;
    case 'change':
      await document.applyAction(order.id, order.change);
      break;
    case 'save':
      await document.save(order.text, order.sha);
      break;
    case 'refresh':
      await document.refresh();
  }
  return document;
}

function nowOf(opened: MarkdownDocument): DocumentReport {
  return { text: opened.text, comments: opened.comments() };
}

function report(message: Report): void {
  process.send?.(message);
}
