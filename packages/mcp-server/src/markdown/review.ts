/** The root of Markdown review: the open files and views of one process, shared by all its clients. */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import { isSameToken } from '@annotate-mcp/http/token';
import type { Opened, ReviewMode, ViewCredentials } from '@annotate-mcp/markdown';
import type { Documents } from '@annotate-mcp/markdown/review';

import { FileReview } from './file-review.ts';
import { ReviewPage } from './page/review-page.ts';
import { allowedRoots, rootOfNamed } from './roots.ts';
import { ViewFiles } from './view-files.ts';
import { View } from './views/view.ts';

/** What whoever starts a server may say about it. */
export interface ReviewSettings {
  /** Further folders whose files may be opened. */
  roots?: readonly string[] | undefined;
  /** Holds `markdown-view.html`, `mermaid.js` and `katex.js`. Without it files are discussed as text. */
  viewFolder?: string | undefined;
  /** Shows a page to the person; without it, or when it says `false`, the agent passes the address on. */
  openUrl?: ((url: string) => unknown) | undefined;
}

export interface MarkdownReviewOptions extends ReviewSettings {
  /** The project's folder: relative paths count from it, and its files may be opened. */
  root: string;
  /** A file that somebody named at the prompt, by its real path: it opens wherever it lies. */
  named?: string;
  now?: () => Date;
  debug?: (line: string) => void;
}

export interface OpenRequest {
  path: string;
  mode?: ReviewMode | undefined;
  /** Who asks; `null` when it is no agent. */
  agentName?: string | null;
  clientRoots?: readonly string[];
  /** One that somebody looks at already will do. */
  again?: boolean;
}

/** A view and the file it shows. */
export interface Seat {
  view: View;
  file: FileReview;
}

/** Where views come from: the files that a host reads, and our own page. */
export interface ViewSurface {
  files: ViewFiles;
  page: ReviewPage;
}

/** More than anybody looks at; the one that was opened first makes room, of those that nobody looks at if there are any. */
export const mostViews = 100;

export class MarkdownReview {
  readonly options: MarkdownReviewOptions;
  /** `null` where there is no view to show. */
  readonly surface: ViewSurface | null;
  #documents: Promise<Documents> | null = null;
  readonly #files = new Map<string, FileReview>();
  readonly #seats = new Map<string, Seat>();

  constructor(options: MarkdownReviewOptions) {
    this.options = options;
    const { viewFolder } = options;
    this.surface = viewFolder === undefined ? null : surfaceOf(viewFolder, this);
  }

  async open(request: OpenRequest): Promise<Seat> {
    const { path, mode, agentName = null, clientRoots = [], again = false } = request;
    const place = addressOf(path, [this.options.root, ...clientRoots]);
    const file = await this.#fileAt(place, clientRoots, mode ?? 'edit');
    if (mode !== undefined) file.setMode(mode);
    if (agentName !== null) file.isAskedBy(agentName);
    return (again ? this.#lookedAt(file) : null) ?? this.#seatAt(file);
  }

  has(viewUUID: string): boolean {
    return this.#seats.has(viewUUID);
  }

  /** For an agent: it knows the view by its id alone. */
  seat(viewUUID: string): Seat {
    const seat = this.#seats.get(viewUUID);
    if (seat === undefined) throw unknownView(viewUUID);
    return seat;
  }

  /** For a view: it has to prove that it is one. */
  admit({ viewUUID, token }: ViewCredentials): Seat {
    const seat = this.seat(viewUUID);
    if (!isSameToken(token, seat.view.token)) throw notTheView();
    return seat;
  }

  /** Where a person sees this view in a browser. */
  async urlOf({ view }: Seat): Promise<string> {
    if (this.surface === null) throw noView();
    return this.surface.page.urlOf(view);
  }

  /** Whoever polls or waits is answered. */
  async close(): Promise<void> {
    for (const { view } of this.#seats.values()) view.close();
    this.#seats.clear();
    await this.surface?.page.close();
    await Promise.all([...this.#files.values()].map((file) => file.close()));
    this.#files.clear();
    await (await this.#documents)?.close();
  }

  async #fileAt(path: string, clientRoots: readonly string[], mode: ReviewMode): Promise<FileReview> {
    const documents = await (this.#documents ??= this.#openDocuments());
    const document = await documents.open(path, clientRoots);
    const known = this.#files.get(document.file);
    if (known === undefined) {
      const file = new FileReview(document, mode);
      this.#files.set(document.file, file);
      return file;
    }
    // Opened once more than it will be closed.
    await document.close();
    return known;
  }

  /** Loaded with the first file: it brings parsers, and most who start a server open none. */
  async #openDocuments(): Promise<Documents> {
    const { openDocuments } = await import('@annotate-mcp/markdown/review');
    const { root, roots = [], named, now } = this.options;
    return openDocuments({
      cwd: root,
      roots: (file, clientRoots) =>
        file === named ? [rootOfNamed(file)] : allowedRoots(file, { root, roots, clientRoots }),
      ...(now !== undefined && { now }),
    });
  }

  #lookedAt(file: FileReview): Seat | null {
    const view = [...file.views].find(({ waiting }) => waiting > 0);
    return view === undefined ? null : { view, file };
  }

  #seatAt(file: FileReview): Seat {
    const { now = () => new Date() } = this.options;
    const id = randomUUID();
    const token = randomBytes(32).toString('base64url');
    const view = new View({ id, token, snapshot: () => file.snapshot(), now });
    file.join(view);
    const seat = { view, file };
    this.#seats.set(id, seat);
    this.#makeRoom();
    return seat;
  }

  #makeRoom(): void {
    // Nobody can have looked at the newest one yet.
    const older = [...this.#seats.values()].slice(0, -1);
    const unseen = older.filter(({ view }) => view.copies === 0);
    for (const { view, file } of [...unseen, ...older]) {
      if (this.#seats.size <= mostViews) return;
      this.#seats.delete(view.id);
      file.leave(view);
      if (file.views.size > 0) continue;
      this.#files.delete(file.document.file);
      void file.close().catch((error: unknown) => this.options.debug?.(`markdown: ${String(error)}`));
    }
  }
}

function surfaceOf(viewFolder: string, review: MarkdownReview): ViewSurface {
  const files = new ViewFiles(viewFolder);
  return { files, page: new ReviewPage(review, files) };
}

export function openedAs({ view, file }: Seat): Opened {
  const { fileMeta, importedComments } = file.document;
  return { viewUUID: view.id, fileMeta, mode: file.mode, importedComments };
}

/** Below the first of these folders that has it. */
function addressOf(path: string, folders: readonly string[]): string {
  const places = folders.map((folder) => resolve(folder, path));
  return places.find((place) => existsSync(place)) ?? places[0] ?? path;
}

function unknownView(viewUUID: string): AnnotateError {
  return new AnnotateError(
    'markdown/unknown-view',
    `There is no review ${JSON.stringify(viewUUID.slice(0, 60))} here: the server that opened it has ended, or nobody ever did.`,
    {
      hint: 'Open the file again with open_markdown and go on with the viewUUID it returns; comments are kept.',
    },
  );
}

export function notTheView(): AnnotateError {
  return new AnnotateError(
    'markdown/not-the-view',
    'This tool is for the view that shows the file, and the call does not prove to come from it.',
    {
      hint: 'As an agent use interact: get_comments reads what the person submitted, reply and resolve answer it.',
    },
  );
}

function noView(): AnnotateError {
  return new AnnotateError('markdown/no-view', 'This server was started without the view that shows files.', {
    hint: 'Use the annotate-mcp command line tool, which has it.',
  });
}
