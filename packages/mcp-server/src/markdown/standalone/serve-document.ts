/** Shows one document in a browser tab, without an MCP client: what `annotate-mcp review FILE` does. */
import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';

import { isVisibleToAgents } from '@annotate-mcp/core';
import type {
  FileMeta,
  GivenVerdict,
  MarkdownComment,
  ReviewMode,
} from '@annotate-mcp/markdown/view-protocol';
import { realPathIfThere } from '@annotate-mcp/store/files';

import { createMarkdownService, type MarkdownService, type MarkdownServiceOptions } from '../service.ts';
import type { ViewAddress } from '../view-server/view-server.ts';
import { rootOfNamed } from '../views/allowed-roots.ts';
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
  /** The person is asked to approve the document or to ask for changes, and offered nothing else. */
  asksVerdict?: boolean;
  /** Shown in the view as the agent that listens; `annotate-mcp review` unless given. */
  readerName?: string;
  /** What is submitted is printed for a person: the view says that no agent listens. */
  isReadByPerson?: boolean;
  /** Opens a browser tab once the view is served; without it the caller shows `url`. */
  openUrl?: (url: string) => unknown;
  /** Any free port of the loopback address unless given. */
  address?: ViewAddress;
  projectAgents?: MarkdownServiceOptions['projectAgents'];
  /** Gets a line for every call of the view and every failure, for `--debug`. */
  debug?: (line: string) => void;
}

export interface ServedDocument {
  /** Opens the view in one tab. */
  url: string;
  /** Another address, for a person who has closed the tab. */
  createUrl: () => Promise<string>;
  fileMeta: FileMeta;
  mode: ReviewMode;
  /** Comments that were submitted before and are still open. */
  open: MarkdownComment[];
  /** All that agents may see, as they are now, closed ones too. */
  submitted: () => MarkdownComment[];
  /**
   * What the person does from now on, in order; ends after `close`. For one reader. The view says that an agent listens
   * while the reader waits for the next event.
   */
  events: AsyncIterable<ReviewEvent>;
  /** Resolves comments with an answer, as the agent that reads them. */
  resolve: (comments: readonly Pick<MarkdownComment, 'id'>[], answer: string) => Promise<void>;
  /** Ends the view; comments are kept. Resolves when the port and the file are closed. */
  close(): Promise<void>;
}

export type ReviewEvent =
  | ({ type: 'submitted' } & SubmittedBatch)
  /** The person closed the last tab that showed the document. Drafts are kept. */
  | { type: 'left' };

/**
 * Comments to act on, a verdict, or both. Comments are a batch, a single comment, an approved one, or one with a new
 * reply; never drafts.
 */
export interface SubmittedBatch {
  mode: ReviewMode;
  comments: MarkdownComment[];
  verdict: GivenVerdict | null;
  /** The same in Markdown, for a model or a terminal. */
  text: string;
}

/** Rejects with an `AnnotateError` when the file cannot be opened or the view is not there. */
export async function serveDocument(options: ServeDocumentOptions): Promise<ServedDocument> {
  const { viewFolder, address, projectAgents, debug } = options;
  const file = realPathIfThere(resolve(options.file));
  const markdown = createMarkdownService({
    root: rootOfNamed(file),
    named: file,
    roots: options.roots ?? [],
    viewFolder,
    address,
    projectAgents,
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
  {
    mode,
    openUrl,
    asksVerdict = false,
    readerName = defaultReaderName,
    isReadByPerson = false,
  }: ServeDocumentOptions,
): Promise<ServedDocument> {
  const { views, display } = markdown;
  if (display === null) throw new TypeError('The service was created without a folder of the view.');
  const { view, reviewed } = await views.open({ path: file, mode });
  const { comments: open } = reviewed.undelivered();
  reviewed.markDelivered({ comments: open });
  if (asksVerdict) reviewed.askVerdict();
  const createUrl = () => display.server.createUrl(view);
  const url = await createUrl();
  await openUrl?.(url);
  return {
    url,
    createUrl,
    open,
    submitted: () => reviewed.document.comments().filter(isVisibleToAgents),
    fileMeta: reviewed.document.fileMeta,
    mode: reviewed.mode,
    events: reviewEvents(reviewed, { name: readerName, isPerson: isReadByPerson }),
    async resolve(comments, answer) {
      const agent = { type: 'agent', agentId: readerName, agentName: readerName } as const;
      for (const { id } of comments)
        await reviewed.document.agentMove(id, 'resolve', agent, { id: randomUUID(), message: answer });
    },
    close: () => markdown.close(),
  };
}

/** The longest time that a timer takes. */
const longestTimeoutMs = 2 ** 31 - 1;

async function* reviewEvents(
  reviewed: ReviewedDocument,
  { name, isPerson }: { name: string; isPerson: boolean },
): AsyncGenerator<ReviewEvent, void> {
  const { signal } = new AbortController();
  if (!isPerson) reviewed.setAgentName(name);
  while (!reviewed.isClosed) {
    const { comments, verdict, reviewerLeft } = await reviewed.waitForComments(
      { timeoutMs: longestTimeoutMs, signal, isPerson },
      (undelivered) => {
        reviewed.markDelivered(undelivered);
        return undelivered;
      },
    );
    if (comments.length > 0 || verdict !== null) yield await createBatch(comments, verdict, reviewed);
    if (reviewerLeft) yield { type: 'left' };
  }
}

const defaultReaderName = 'annotate-mcp review';

async function createBatch(
  comments: MarkdownComment[],
  verdict: GivenVerdict | null,
  { mode, document }: ReviewedDocument,
): Promise<ReviewEvent> {
  const { commentsAsMarkdown, verdictAsMarkdown } = await import('@annotate-mcp/markdown');
  const { path } = document.fileMeta;
  const text = [
    ...(verdict === null ? [] : [verdictAsMarkdown(verdict, path)]),
    ...(comments.length === 0 ? [] : [commentsAsMarkdown(comments, { mode, path, root: document.root })]),
  ].join('\n');
  return { type: 'submitted', mode, comments, verdict, text };
}
