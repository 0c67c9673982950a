/** The documents and views that are open in this process, shared by all its clients. */
import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

import { AnnotateError } from '@annotate-mcp/core';
import { isSameToken } from '@annotate-mcp/http/token';
import type { GivenVerdict, Opened, ReviewMode, ViewCredentials } from '@annotate-mcp/markdown';
import type { Documents, MarkdownDocument } from '@annotate-mcp/markdown/review';
import type { Agents } from '@annotate-mcp/store';

import { allowedRoots, rootOfNamed } from './allowed-roots.ts';
import { DocumentReader } from './document-reader.ts';
import type { ProjectAgents } from './project-agents.ts';
import { ReviewedDocument } from './reviewed-document.ts';
import { View } from './view.ts';

export interface ViewRegistryOptions {
  /** The project's folder: relative paths count from it, and its files may be opened. */
  root: string;
  /** Further folders whose files may be opened. */
  roots?: readonly string[] | undefined;
  /** A file that the person named at the command line, by its real path: it opens in any folder. */
  named?: string;
  now?: () => Date;
  debug?: (line: string) => void;
  /** Called once for each verdict that no waiting agent gets. `path` is relative to the project's root. */
  onIdleVerdict?: ((verdict: GivenVerdict, path: string) => void) | undefined;
  /** The agents of the project with this root, beside those that use this server; `null` where none can be seen or started. */
  projectAgents?: ((root: string) => ProjectAgents | null) | undefined;
}

interface RegistryDeps extends ViewRegistryOptions {
  /** The agents that may hold comments on the documents of a project. */
  agentsOf: (root: string) => Agents;
}

export interface OpenRequest {
  path: string;
  mode?: ReviewMode | undefined;
  /** The agent that asks; `null` when no agent does. */
  agentName?: string | null;
  clientRoots?: readonly string[];
  /** Return a view that is being looked at, if the document has one. */
  reuseView?: boolean;
}

/** A view and the document that it shows. */
export interface OpenView {
  view: View;
  reviewed: ReviewedDocument;
}

/** Beyond this many views the longest-open one is closed, preferably one without a copy in a frame or tab. */
export const mostViews = 100;

export class ViewRegistry {
  readonly #options: RegistryDeps;
  #documents: Promise<Documents> | null = null;
  /** By the real path of the file. */
  readonly #reviewed = new Map<string, ReviewedDocument>();
  /** By the id of the view, the longest-open one first. */
  readonly #views = new Map<string, OpenView>();
  readonly #verdictListeners = new Set<(path: string) => void>();

  constructor(options: RegistryDeps) {
    this.#options = options;
  }

  async open(request: OpenRequest): Promise<OpenView> {
    const { path, mode, agentName = null, clientRoots = [], reuseView = false } = request;
    const absolute = resolveBelow(path, [this.#options.root, ...clientRoots]);
    const reviewed = await this.#openDocument(absolute, clientRoots, mode ?? 'edit');
    if (mode !== undefined) reviewed.setMode(mode);
    if (agentName !== null) reviewed.setAgentName(agentName);
    return (reuseView ? watchedView(reviewed) : null) ?? this.#addView(reviewed);
  }

  has(viewUUID: string): boolean {
    return this.#views.has(viewUUID);
  }

  /** For agents, which know a view by its id alone. */
  get(viewUUID: string): OpenView {
    const open = this.#views.get(viewUUID);
    if (open === undefined) throw unknownViewError(viewUUID);
    return open;
  }

  /** For views, which have to show their token. */
  authenticate({ viewUUID, token }: ViewCredentials): OpenView {
    const open = this.get(viewUUID);
    if (!isSameToken(token, open.view.token)) throw notTheViewError();
    return open;
  }

  documents(): MarkdownDocument[] {
    return [...this.#reviewed.values()].map(({ document }) => document);
  }

  /** `listener` gets the path from the project's root. Returns how to stop it. */
  onVerdict(listener: (path: string) => void): () => void {
    this.#verdictListeners.add(listener);
    return () => this.#verdictListeners.delete(listener);
  }

  /** Ends every poll. To be called before the view server is closed, which waits for its requests. */
  closeViews(): void {
    for (const { view } of this.#views.values()) view.close();
    this.#views.clear();
  }

  async close(): Promise<void> {
    this.closeViews();
    await Promise.all([...this.#reviewed.values()].map((reviewed) => reviewed.close()));
    this.#reviewed.clear();
    await (await this.#documents)?.close();
  }

  async #openDocument(
    path: string,
    clientRoots: readonly string[],
    mode: ReviewMode,
  ): Promise<ReviewedDocument> {
    const documents = await (this.#documents ??= this.#createDocuments());
    const document = await documents.open(path, clientRoots);
    const known = this.#reviewed.get(document.file);
    if (known === undefined) {
      const { now = () => new Date(), agentsOf, projectAgents, debug } = this.#options;
      const reviewed = new ReviewedDocument({
        document,
        mode,
        now,
        reader: new DocumentReader({
          path: document.fileMeta.path,
          agents: () => agentsOf(document.root),
          now,
          onError: (error) => debug?.(`markdown: ${String(error)}`),
        }),
        project: projectAgents?.(document.root),
        onIdleVerdict: (verdict) => this.#options.onIdleVerdict?.(verdict, document.fileMeta.path),
        onVerdict: () => this.#verdictListeners.forEach((listener) => listener(document.fileMeta.path)),
      });
      this.#reviewed.set(document.file, reviewed);
      return reviewed;
    }
    // The known one is a user of the document already, and will close it once.
    await document.close();
    return known;
  }

  /** Loaded with the first file: it brings parsers, and most servers never open a file. */
  async #createDocuments(): Promise<Documents> {
    const { createDocuments } = await import('@annotate-mcp/markdown/review');
    const { readPersonName } = await import('@annotate-mcp/store/git');
    const { root, roots = [], named, now } = this.#options;
    return createDocuments({
      cwd: root,
      roots: (file, clientRoots) =>
        file === named ? [rootOfNamed(file)] : allowedRoots(file, { root, roots, clientRoots }),
      personName: readPersonName,
      ...(now !== undefined && { now }),
    });
  }

  #addView(reviewed: ReviewedDocument): OpenView {
    const { now = () => new Date() } = this.#options;
    const id = randomUUID();
    const token = randomBytes(32).toString('base64url');
    const view = new View({
      id,
      token,
      snapshot: () => reviewed.snapshot(),
      now,
      onCopies: () => reviewed.presence.update(),
    });
    reviewed.addView(view);
    const open = { view, reviewed };
    this.#views.set(id, open);
    this.#closeSurplusViews();
    return open;
  }

  #closeSurplusViews(): void {
    // The newest view cannot have a copy yet.
    const older = [...this.#views.values()].slice(0, -1);
    const withoutCopies = older.filter(({ view }) => view.copies === 0);
    for (const { view, reviewed } of [...withoutCopies, ...older]) {
      if (this.#views.size <= mostViews) return;
      this.#views.delete(view.id);
      reviewed.removeView(view);
      if (reviewed.views.size > 0) continue;
      this.#reviewed.delete(reviewed.document.file);
      void reviewed.close().catch((error: unknown) => this.#options.debug?.(`markdown: ${String(error)}`));
    }
  }
}

/** The structured result of `open_markdown`. */
export function openedResult({ view, reviewed }: OpenView): Opened {
  const { fileMeta, importedComments } = reviewed.document;
  return { viewUUID: view.id, fileMeta, mode: reviewed.mode, importedComments };
}

/** A view of this document that polls at this moment. */
function watchedView(reviewed: ReviewedDocument): OpenView | null {
  const view = [...reviewed.views].find(({ waiting }) => waiting > 0);
  return view === undefined ? null : { view, reviewed };
}

/** Below the first of these folders that has the file. */
function resolveBelow(path: string, folders: readonly string[]): string {
  const paths = folders.map((folder) => resolve(folder, path));
  return paths.find((each) => existsSync(each)) ?? paths[0] ?? path;
}

function unknownViewError(viewUUID: string): AnnotateError {
  return new AnnotateError(
    'markdown/unknown-view',
    `There is no view ${JSON.stringify(viewUUID.slice(0, 60))} here: the server that opened it has ended, or it was never opened.`,
    {
      hint: 'Open the file again with open_markdown and continue with the viewUUID it returns; comments are kept.',
    },
  );
}

export function notTheViewError(): AnnotateError {
  return new AnnotateError(
    'markdown/not-the-view',
    'This tool is for the view that shows the file, and the call does not prove to come from it.',
    {
      hint: 'As an agent use interact: get_comments reads what the person submitted, reply and resolve answer it.',
    },
  );
}
