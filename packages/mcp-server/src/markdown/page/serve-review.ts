/** The review of one file in a browser tab, without an MCP client: what `annotate-mcp review FILE` stands on. */
import { resolve } from 'node:path';

import type { FileMeta, MarkdownComment, ReviewMode } from '@annotate-mcp/markdown/view-protocol';

import type { FileReview } from '../file-review.ts';
import { MarkdownReview } from '../review.ts';
import { realPath, rootOfNamed } from '../roots.ts';

export interface ServeReviewOptions {
  /** Absolute, or relative to the working directory. */
  file: string;
  /** Folders whose files may be opened, beside the project around the file itself. */
  roots?: readonly string[];
  /** Holds `markdown-view.html`, `mermaid.js` and `katex.js`. */
  viewFolder: string;
  /** `edit` unless given. */
  mode?: ReviewMode;
  /** Opens the page once it is served; without it the caller shows `url`. */
  openUrl?: (url: string) => unknown;
  /** Hears of every call of the page and of what goes wrong, for `--debug`. */
  debug?: (line: string) => void;
}

export interface ServedReview {
  /** Has the page's token in its fragment: show it to the person, write it nowhere. */
  url: string;
  fileMeta: FileMeta;
  mode: ReviewMode;
  /** Submitted before, in an earlier review, and not done yet. */
  open: MarkdownComment[];
  /**
   * Whatever the person sends, in order, from the opening on; ends after `close`. For one reader. While it waits for the
   * next one, the page says that somebody listens.
   */
  submitted: AsyncIterable<SubmittedBatch>;
  /** The page stops working; what was written is kept. Resolves when port and file are let go. */
  close(): Promise<void>;
}

/** Comments that somebody is to act on now: a batch, a single one, an approved one, or a reply. Never drafts. */
export interface SubmittedBatch {
  mode: ReviewMode;
  comments: MarkdownComment[];
  /** The same in Markdown, for a model or a terminal. */
  text: string;
}

/** Rejects with an `AnnotateError` when the file cannot be opened or the view is not there. */
export async function serveReview(options: ServeReviewOptions): Promise<ServedReview> {
  const { mode, openUrl, viewFolder, debug } = options;
  const file = realPath(resolve(options.file));
  const review = new MarkdownReview({
    root: rootOfNamed(file),
    named: file,
    roots: options.roots ?? [],
    viewFolder,
    ...(debug !== undefined && { debug }),
  });
  try {
    const seat = await review.open({ path: file, mode });
    const { comments: open } = seat.file.news();
    seat.file.hasTold({ comments: open });
    const url = await review.urlOf(seat);
    await openUrl?.(url);
    return {
      url,
      open,
      fileMeta: seat.file.document.fileMeta,
      mode: seat.file.mode,
      submitted: batchesOf(seat.file),
      close: () => review.close(),
    };
  } catch (error) {
    await review.close();
    throw error;
  }
}

/** Longer than anybody waits, and short enough for a timer. */
const forEver = 2 ** 31 - 1;

async function* batchesOf(file: FileReview): AsyncGenerator<SubmittedBatch, void> {
  const { signal } = new AbortController();
  file.isAskedBy(reader);
  while (!file.isClosed) {
    const { comments } = await file.listen({ timeoutMs: forEver, signal }, (news) => {
      file.hasTold(news);
      return news;
    });
    if (comments.length > 0) yield await batchOf(comments, file);
  }
}

/** What the page says is listening. */
const reader = 'annotate-mcp review';

async function batchOf(comments: MarkdownComment[], { mode, document }: FileReview): Promise<SubmittedBatch> {
  const { commentsAsMarkdown } = await import('@annotate-mcp/markdown');
  return { mode, comments, text: commentsAsMarkdown(comments, { mode, path: document.fileMeta.path }) };
}
