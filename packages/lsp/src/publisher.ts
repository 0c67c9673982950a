/** Tells the editor what is in its files: once for a burst of changes, and only what is different. */
import { join } from 'node:path';

import type { Connection, Diagnostic, DiagnosticRelatedInformation } from 'vscode-languageserver/node';

import { isInside } from '@annotate-mcp/store/files';

import type { ClientPaths } from './client-paths.ts';
import type { ReadOptions } from './editor-options.ts';
import type { OpenDocuments } from './open-documents.ts';
import type { PlacedAnnotation, Projects } from './projects/projects.ts';
import { countsNotification, type CountsParams, type ShownThread, threadsNotification } from './protocol.ts';
import { countAnnotations } from './shown/counts.ts';
import { diagnosticOf } from './shown/diagnostic.ts';
import { threadOf } from './shown/thread.ts';

export interface PublisherDeps {
  connection: Pick<Connection, 'sendDiagnostics' | 'sendNotification'>;
  projects: Projects;
  documents: OpenDocuments;
  paths: ClientPaths;
  options: () => ReadOptions;
  /** Whether the editor shows places that a diagnostic names beside its own. */
  showsRelated: () => boolean;
}

/** While a person types: editors move what they show by themselves until then. */
const typingMs = 40;

export class Publisher {
  readonly #deps: PublisherDeps;
  readonly #changed = new Set<string>();
  /** By path, under which address and what was told last. */
  readonly #told = new Map<string, { uri: string; diagnostics: string; threads: string }>();
  #counts = '';
  #soon: NodeJS.Immediate | null = null;
  #later: NodeJS.Timeout | undefined;

  constructor(deps: PublisherDeps) {
    this.#deps = deps;
  }

  /** Something is different in the store or in files. */
  changed(paths: Iterable<string>): void {
    for (const path of paths) this.#changed.add(path);
    this.#soon ??= setImmediate(() => this.#publish());
  }

  typed(path: string): void {
    this.#changed.add(path);
    this.#later ??= setTimeout(() => this.#publish(), typingMs).unref();
  }

  /** Everything, after the settings or the folders of the editor have changed. */
  changedAll(): void {
    this.changed([
      ...this.#told.keys(),
      ...this.#deps.projects.all.flatMap((project) => project.files.paths()),
    ]);
  }

  /** The address of a file as the editor knows it. */
  uriOf(path: string): string {
    return this.#deps.documents.at(path)?.uri ?? this.#deps.paths.uriOf(path);
  }

  close(): void {
    if (this.#soon !== null) clearImmediate(this.#soon);
    clearTimeout(this.#later);
  }

  #publish(): void {
    this.close();
    this.#soon = null;
    this.#later = undefined;
    const paths = [...this.#changed];
    this.#changed.clear();
    for (const path of paths) this.#publishFile(path);
    this.#publishCounts();
  }

  #publishFile(path: string): void {
    const uri = this.uriOf(path);
    const before = this.#told.get(path);
    if (before !== undefined && before.uri !== uri) this.#tell(path, before.uri, [], []);
    const shown = this.#shownIn(path);
    this.#tell(
      path,
      uri,
      this.#deps.options().diagnostics ? shown.map((each) => this.#diagnosticOf(each)) : [],
      this.#deps.options().threads ? shown.map(({ annotation, placed }) => threadOf(annotation, placed)) : [],
    );
  }

  #tell(path: string, uri: string, diagnostics: Diagnostic[], threads: ShownThread[]): void {
    const before = this.#told.get(path);
    const told = { uri, diagnostics: JSON.stringify(diagnostics), threads: JSON.stringify(threads) };
    const version = this.#deps.documents.get(uri)?.version;
    const isNew = before?.uri !== uri;
    if (isNew ? diagnostics.length > 0 : before.diagnostics !== told.diagnostics)
      void this.#deps.connection.sendDiagnostics({
        uri,
        diagnostics,
        ...(version !== undefined && { version }),
      });
    if (isNew ? threads.length > 0 : before.threads !== told.threads)
      void this.#deps.connection.sendNotification(threadsNotification, { uri, threads });
    if (diagnostics.length + threads.length === 0) this.#told.delete(path);
    else this.#told.set(path, told);
  }

  /** A project may be larger than what the editor has open of it. */
  #shownIn(path: string): PlacedAnnotation[] {
    const { projects, paths, documents, options } = this.#deps;
    if (!paths.contains(path) && documents.at(path) === null) return [];
    const { resolved } = options();
    return projects
      .placedIn(path)
      .filter(({ annotation }) => resolved || annotation.status !== 'resolved')
      .sort((a, b) => a.placed.range.start.line - b.placed.range.start.line);
  }

  #diagnosticOf({ project, annotation, placed }: PlacedAnnotation): Diagnostic {
    const related = placed.spot.related.flatMap(({ location, message }): DiagnosticRelatedInformation[] => {
      const path = join(project.root, location.file);
      if (!isInside(path, project.root)) return [];
      const at = { line: Math.max(location.line - 1, 0), character: Math.max(location.column - 1, 0) };
      return [{ location: { uri: this.uriOf(path), range: { start: at, end: at } }, message }];
    });
    return diagnosticOf(annotation, placed, { related: this.#deps.showsRelated() ? related : [] });
  }

  #publishCounts(): void {
    if (!this.#deps.options().threads) return;
    const counts: CountsParams = countAnnotations(this.#deps.projects.all);
    const text = JSON.stringify(counts);
    if (text === this.#counts) return;
    this.#counts = text;
    void this.#deps.connection.sendNotification(countsNotification, counts);
  }
}
