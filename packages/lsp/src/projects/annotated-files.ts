/** The files of one project that annotations point at, with their texts and the places in them. */
import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { Annotation } from '@annotate-mcp/core';
import { FolderWatch, isInside, realPath } from '@annotate-mcp/store/files';

import type { OpenDocuments } from '../open-documents.ts';
import { type Spot, spotsOf } from '../places/spot.ts';
import { type ContentChange, type PlacedSpot, TrackedText } from '../places/tracked-text.ts';

interface AnnotatedFile {
  /** In the project, with whatever links are in it. */
  readonly path: string;
  readonly spots: Map<string, Spot>;
  /** With links resolved; `null` when there is no such file, or it is not in the project. */
  real: string | null;
  /** `null` before the file was first read. Kept while the file is away, as it is while git changes branches. */
  text: TrackedText | null;
}

export interface AnnotatedFilesDeps {
  root: string;
  documents: OpenDocuments;
  /** Files, with links resolved, whose places may be others now. */
  onChange: (paths: ReadonlySet<string>) => void;
}

export class AnnotatedFiles {
  readonly #deps: AnnotatedFilesDeps;
  readonly #files = new Map<string, AnnotatedFile>();
  readonly #spots = new Map<string, readonly Spot[]>();
  readonly #watches = new FolderWatches((folder) => this.#readFolder(folder));

  constructor(deps: AnnotatedFilesDeps) {
    this.#deps = deps;
  }

  /** `null` takes the annotation away. */
  update(changes: Iterable<readonly [id: string, annotation: Annotation | null]>): void {
    const touched = new Set<AnnotatedFile>();
    for (const [id, annotation] of changes) {
      for (const spot of this.#spots.get(id) ?? []) this.#remove(spot, touched);
      const spots = annotation === null ? [] : spotsOf(annotation);
      for (const spot of spots) this.#add(spot, touched);
      if (spots.length === 0) this.#spots.delete(id);
      else this.#spots.set(id, spots);
    }
    this.#report([...touched].flatMap((file) => this.#place(file)));
  }

  /** Where the annotations of a file are in its text. */
  placedIn(real: string): PlacedSpot[] {
    return this.#at(real).flatMap(({ text }) => text?.placed() ?? []);
  }

  hasPlace(id: string): boolean {
    return (this.#spots.get(id) ?? []).some(({ file }) => typeof this.#files.get(file)?.real === 'string');
  }

  paths(): string[] {
    return [...this.#files.values()].flatMap(({ real }) => real ?? []);
  }

  changeText(real: string, changes: readonly ContentChange[]): void {
    for (const { text } of this.#at(real)) for (const change of changes) text?.change(change);
  }

  /** A document was opened or closed: its text is another one, or again that of the file. */
  readAgain(real: string): void {
    const files = [...this.#files.values()].filter((file) => file.real === real || file.path === real);
    this.#report(files.flatMap((file) => this.#place(file)));
  }

  close(): void {
    this.#watches.close();
  }

  #at(real: string): AnnotatedFile[] {
    return [...this.#files.values()].filter((file) => file.real === real);
  }

  #add(spot: Spot, touched: Set<AnnotatedFile>): void {
    const path = join(this.#deps.root, spot.file);
    // A record may come from elsewhere: it names files of the project only.
    if (!isInside(path, this.#deps.root)) return;
    const file = this.#files.get(spot.file) ?? { path, spots: new Map(), real: null, text: null };
    if (!this.#files.has(spot.file)) this.#watches.add(dirname(path));
    this.#files.set(spot.file, file);
    file.spots.set(spot.key, spot);
    touched.add(file);
  }

  #remove(spot: Spot, touched: Set<AnnotatedFile>): void {
    const file = this.#files.get(spot.file);
    file?.spots.delete(spot.key);
    if (file !== undefined) touched.add(file);
  }

  #readFolder(folder: string): void {
    const files = [...this.#files.values()].filter(({ path }) => dirname(path) === folder);
    this.#report(files.flatMap((file) => this.#place(file)));
  }

  /** Reads the text and finds the places in it. Returns the paths whose places may be others now. */
  #place(file: AnnotatedFile): string[] {
    const before = file.real;
    if (file.spots.size === 0) {
      this.#forget(file);
      return before === null ? [] : [before];
    }
    file.real = this.#realPath(file.path);
    const text = file.real === null ? null : this.#textOf(file.real);
    if (text === null) file.real = null;
    else {
      file.text ??= new TrackedText(text);
      file.text.replace(text);
      file.text.setSpots([...file.spots.values()]);
    }
    return [before, file.real].filter((path) => path !== null);
  }

  #forget(file: AnnotatedFile): void {
    const name = [...this.#files].find(([, each]) => each === file)?.[0];
    if (name === undefined) return;
    this.#files.delete(name);
    this.#watches.remove(dirname(file.path));
  }

  #realPath(path: string): string | null {
    try {
      const real = realPath(path);
      return isInside(real, this.#deps.root) ? real : null;
    } catch {
      // It may come later, and is read then.
      return null;
    }
  }

  #textOf(real: string): string | null {
    const open = this.#deps.documents.at(real);
    return open === null ? readText(real) : open.text;
  }

  #report(paths: readonly string[]): void {
    if (paths.length > 0) this.#deps.onChange(new Set(paths));
  }
}

/** In bytes. No person points at a line of a longer file. */
const longestFile = 5_000_000;

/** `null` when it is no text file that can be read. */
function readText(path: string): string | null {
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > longestFile) return null;
    // Editors do not count the mark in front of the text.
    return readFileSync(path, 'utf8').replace(/^\uFEFF/, '');
  } catch {
    return null;
  }
}

interface Watched {
  watch: FolderWatch;
  /** How often it was added. */
  count: number;
  timer: NodeJS.Timeout | undefined;
}

/** Long enough for a program that first empties a file and then writes it. */
const settledMs = 50;

/** Reports folders in which a file was changed, once for each burst of changes. */
class FolderWatches {
  readonly #onChange: (folder: string) => void;
  readonly #watched = new Map<string, Watched>();

  constructor(onChange: (folder: string) => void) {
    this.#onChange = onChange;
  }

  add(folder: string): void {
    const known = this.#watched.get(folder);
    if (known !== undefined) {
      known.count++;
      // The folder may have been deleted and created again.
      known.watch.renew();
      return;
    }
    const watch = new FolderWatch({ folder, isWatched: () => true }, () => this.#schedule(folder));
    this.#watched.set(folder, { watch, count: 1, timer: undefined });
    watch.start();
  }

  remove(folder: string): void {
    const known = this.#watched.get(folder);
    if (known === undefined || --known.count > 0) return;
    stop(known);
    this.#watched.delete(folder);
  }

  close(): void {
    for (const each of this.#watched.values()) stop(each);
    this.#watched.clear();
  }

  #schedule(folder: string): void {
    const known = this.#watched.get(folder);
    if (known === undefined) return;
    clearTimeout(known.timer);
    known.timer = setTimeout(() => this.#onChange(folder), settledMs).unref();
  }
}

function stop({ watch, timer }: Watched): void {
  clearTimeout(timer);
  watch.stop();
}
