/** The projects that the editor has open: one for each root, however many folders of it are open. */
import { AnnotateError, type Annotation, annotationNotFoundError, SerialQueue } from '@annotate-mcp/core';

import type { OpenDocuments } from '../open-documents.ts';
import type { PlacedSpot } from '../places/tracked-text.ts';

import { Project } from './project.ts';
import type { ProjectLocation } from './store-source.ts';

export interface ProjectsDeps {
  /** Throws for a folder that is in no project. */
  locate: (folder: string) => ProjectLocation;
  documents: OpenDocuments;
  onChange: (paths: ReadonlySet<string>) => void;
  onProblem: (error: unknown) => void;
}

export interface PlacedAnnotation {
  project: Project;
  annotation: Annotation;
  placed: PlacedSpot;
}

export class Projects {
  readonly #deps: ProjectsDeps;
  readonly #work = new SerialQueue();
  readonly #byRoot = new Map<string, Project>();

  constructor(deps: ProjectsDeps) {
    this.#deps = deps;
  }

  get all(): readonly Project[] {
    return [...this.#byRoot.values()];
  }

  /** Opens the projects of these folders, and closes all others. */
  async setFolders(folders: readonly string[]): Promise<void> {
    await this.#work.run(async () => {
      const wanted = this.#locateAll(folders);
      for (const [root, project] of [...this.#byRoot]) {
        if (wanted.has(root)) continue;
        this.#byRoot.delete(root);
        await project.close();
        this.#deps.onChange(new Set(project.files.paths()));
      }
      for (const location of wanted.values()) {
        if (!this.#byRoot.has(location.root)) await this.#open(location);
      }
    });
  }

  placedIn(path: string): PlacedAnnotation[] {
    return this.all.flatMap((project) =>
      project.files.placedIn(path).flatMap((placed) => {
        const annotation = project.annotations.get(placed.spot.annotationId);
        return annotation === undefined ? [] : [{ project, annotation, placed }];
      }),
    );
  }

  /** By its id, or by the first characters of it if no other begins with them. */
  find(id: string): { project: Project; annotation: Annotation } {
    const found = this.all.flatMap((project) =>
      [...project.annotations.values()]
        .filter((annotation) => annotation.id === id || (id.length >= 8 && annotation.id.startsWith(id)))
        .map((annotation) => ({ project, annotation })),
    );
    const [only] = found;
    if (only === undefined || found.length > 1) throw annotationNotFoundError(id);
    return only;
  }

  async close(): Promise<void> {
    await this.setFolders([]);
  }

  async #open(location: ProjectLocation): Promise<void> {
    const { documents, onChange, onProblem } = this.#deps;
    const project = new Project({ location, documents, onChange, onProblem });
    this.#byRoot.set(location.root, project);
    await project.start();
  }

  #locateAll(folders: readonly string[]): Map<string, ProjectLocation> {
    const found = new Map<string, ProjectLocation>();
    for (const folder of folders) {
      const location = this.#locate(folder);
      if (location !== null) found.set(location.root, location);
    }
    return found;
  }

  /** `null` for a folder that is in no project, such as `/`, and for one that does not exist. */
  #locate(folder: string): ProjectLocation | null {
    try {
      return this.#deps.locate(folder);
    } catch (error) {
      if (!(error instanceof AnnotateError) || error.code !== 'root/none') this.#deps.onProblem(error);
      return null;
    }
  }
}
