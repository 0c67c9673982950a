/** Shows one document in a browser tab, without an MCP client: what `annotate-mcp review FILE` does. */
import { resolve } from 'node:path';

import type { FileMeta, MarkdownComment, ReviewMode, Verdict } from '@annotate-mcp/markdown/view-protocol';

import { createMarkdownService, type MarkdownService } from '../service.ts';
import { realPath, rootOfNamed } from '../views/allowed-roots.ts';
import type { ReviewedDocument } from '../views/reviewed-document.ts';

export interface ServeDocumentOptions {
  /** Absolute, or relative to the working directory. */
  file: string;
  /** Folders whose files may be opened, besides the project around the file itself. */
  roots?: readonly string[];
  /** Holds `markdown-view.html`, `mermaid.js` and `katex.js`. */
  viewFolder: string;
  /** `edit` unless given. */
  mode?: ReviewMode;
  /** The view offers to approve the document as a whole. */
  asksVerdict?: boolean;
  /** Shown in the view as the agent that listens; `annotate-mcp review` unless given. */
  readerName?: string;
  /** Opens a browser tab once the view is served; without it the caller shows `url`. */
  openUrl?: (url: string) => unknown;
  /** Gets a line for every call of the view and every failure, for `--debug`. */
  debug?: (line: string) => void;
}

export interface ServedDocument {
  /** Has the view's token in its fragment: show it to the person, and do not log it. */
  url: string;
  fileMeta: FileMeta;
  mode: ReviewMode;
  /** Comments that were submitted before and are still open. */
  open: MarkdownComment[];
  /**
   * All batches that the person submits from now on, in order; ends after `close`. For one reader. The view says that
   * an agent listens while the reader waits for the next batch.
   */
  submitted: AsyncIterable<SubmittedBatch>;
  /** The verdict, if the view asks for one; `null` after `close`, and never where it asks for none. */
  verdict: Promise<Verdict | null>;
  /** Ends the view; comments are kept. Resolves when the port and the file are closed. */
  close(): Promise<void>;
}

/** Comments to act on: a batch, a single comment, an approved one, or one with a new reply. Never drafts. */
export interface SubmittedBatch {
  mode: ReviewMode;
  comments: MarkdownComment[];
  /** The same in Markdown, for a model or a terminal. */
  text: string;
}

/** Rejects with an `AnnotateError` when the file cannot be opened or the view is not there. */
export async function serveDocument(options: ServeDocumentOptions): Promise<ServedDocument> {
  const { viewFolder, debug } = options;
  const file = realPath(resolve(options.file));
  const markdown = createMarkdownService({
    root: rootOfNamed(file),
    named: file,
    roots: options.roots ?? [],
    viewFolder,
    ...(debug !== undefined && { debug }),
  });
  try {
    return await show(file, markdown, options);
  } catch (error) {
    await markdown.close();
    throw error;
  }
}

async function show(
  file: string,
  markdown: MarkdownService,
  { mode, openUrl, asksVerdict = false, readerName = defaultReaderName }: ServeDocumentOptions,
): Promise<ServedDocument> {
  const { views, display } = markdown;
  if (display === null) throw new TypeError('The service was created without a folder of the view.');
  const { view, reviewed } = await views.open({ path: file, mode });
  const { comments: open } = reviewed.undelivered();
  reviewed.markDelivered({ comments: open });
  const verdict = asksVerdict ? reviewed.askVerdict() : new Promise<null>(() => undefined);
  const url = await display.server.urlOf(view);
  await openUrl?.(url);
  return {
    url,
    open,
    fileMeta: reviewed.document.fileMeta,
    mode: reviewed.mode,
    submitted: submittedBatches(reviewed, readerName),
    verdict,
    close: () => markdown.close(),
  };
}

/** The longest time that a timer takes. */
const longestTimeoutMs = 2 ** 31 - 1;

async function* submittedBatches(
  reviewed: ReviewedDocument,
  readerName: string,
): AsyncGenerator<SubmittedBatch, void> {
  const { signal } = new AbortController();
  reviewed.setAgentName(readerName);
  while (!reviewed.isClosed) {
    const { comments } = await reviewed.waitForComments(
      { timeoutMs: longestTimeoutMs, signal },
      (undelivered) => {
        reviewed.markDelivered(undelivered);
        return undelivered;
      },
    );
    if (comments.length > 0) yield await createBatch(comments, reviewed);
  }
}

const defaultReaderName = 'annotate-mcp review';

async function createBatch(
  comments: MarkdownComment[],
  { mode, document }: ReviewedDocument,
): Promise<SubmittedBatch> {
  const { commentsAsMarkdown } = await import('@annotate-mcp/markdown');
  return { mode, comments, text: commentsAsMarkdown(comments, { mode, path: document.fileMeta.path }) };
}
