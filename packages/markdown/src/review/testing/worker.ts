/** A process of its own that opens a document and does what its parent says, for tests that need several. */
import type { CommentAction, CommentInput, MarkdownComment, ReviewMode } from '../../document/index.ts';
import type { DocumentEvent, MarkdownDocument } from '../markdown-document.ts';
import { createDocuments } from '../documents.ts';

export type Order =
  | { type: 'open'; root: string; file: string }
  | { type: 'persist'; comments: CommentInput[] }
  | { type: 'submit'; comments: CommentInput[]; mode: ReviewMode }
  | { type: 'change'; id: string; change: CommentAction }
  | { type: 'save'; text: string; sha: string }
  | { type: 'refresh' };

export type Report =
  | { type: 'event'; event: DocumentEvent; now: Now }
  | { type: 'done'; now: Now }
  | { type: 'failed'; code: string; message: string };

/** The document as this process has it. */
export interface Now {
  text: string;
  comments: MarkdownComment[];
}

let document: MarkdownDocument | null = null;

process.on('message', (order: Order) => {
  obey(order).then(
    (opened) => report({ type: 'done', now: nowOf(opened) }),
    (error: unknown) => {
      const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
      report({ type: 'failed', code, message: error instanceof Error ? (error.stack ?? '') : String(error) });
    },
  );
});

async function obey(order: Order): Promise<MarkdownDocument> {
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

function nowOf(opened: MarkdownDocument): Now {
  return { text: opened.text, comments: opened.comments() };
}

function report(message: Report): void {
  process.send?.(message);
}
