import { readFile, realpath, stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { type Annotation, type ComponentTarget, placeToEdit } from '@annotate-mcp/core';
import { isInside } from '@annotate-mcp/store/files';

/** A file that changed since the agent began to work on an annotation. */
export interface ChangedSource {
  /** Relative to the root, `/` separators. */
  readonly file: string;
  readonly before: string;
  readonly after: string;
}

const maxBytes = 1_000_000;
/** Of all kept texts together. */
const maxCharacters = 30_000_000;

/** The source files of annotations as they were when the agent took them, to tell later what it did. */
export class SeenSources {
  /** By annotation and file. */
  readonly #texts = new Map<string, Map<string, string>>();
  #characters = 0;

  /** Keeps the text of each file as it is now, unless an earlier one is known. */
  async remember(root: string, id: string, files: readonly string[]): Promise<void> {
    const texts = this.#texts.get(id) ?? new Map<string, string>();
    this.#texts.set(id, texts);
    for (const file of new Set(files)) {
      if (texts.has(file)) continue;
      const text = await readSource(root, file);
      if (text === null || texts.has(file)) continue;
      texts.set(file, text);
      this.#characters += text.length;
    }
    this.#forgetOldest();
  }

  /** What is known of one annotation, for `recall` of a later process. */
  textsOf(id: string): Record<string, string> {
    return Object.fromEntries(this.#texts.get(id) ?? []);
  }

  recall(id: string, texts: Readonly<Record<string, string>>): void {
    this.#texts.set(id, new Map(Object.entries(texts)));
    for (const text of Object.values(texts)) this.#characters += text.length;
  }

  async changesOf(root: string, id: string): Promise<ChangedSource[]> {
    const changes: ChangedSource[] = [];
    for (const [file, before] of this.#texts.get(id) ?? []) {
      const after = await readSource(root, file);
      if (after !== null && after !== before) changes.push({ file, before, after });
    }
    return changes;
  }

  /** What became of these files counts for an annotation that was resolved, and for no other one that the agent took. */
  async passOver(root: string, files: readonly string[]): Promise<void> {
    for (const texts of this.#texts.values()) {
      for (const file of files) {
        const known = texts.get(file);
        const text = known === undefined ? null : await readSource(root, file);
        if (known === undefined || text === null) continue;
        texts.set(file, text);
        this.#characters += text.length - known.length;
      }
    }
  }

  forget(id: string): void {
    for (const text of this.#texts.get(id)?.values() ?? []) this.#characters -= text.length;
    this.#texts.delete(id);
  }

  /** An agent that takes many annotations and ends none must not fill the memory. */
  #forgetOldest(): void {
    for (const id of this.#texts.keys()) {
      if (this.#characters <= maxCharacters) return;
      this.forget(id);
    }
  }
}

/** The files that an annotation names. */
export function sourcesOf(annotation: Annotation): string[] {
  if (annotation.kind === 'markdown') return [annotation.path];
  const location = annotation.kind === 'page' ? undefined : placeToEdit(annotation);
  const named = annotation.kind === 'component' ? [annotation, ...(annotation.targets ?? [])] : [];
  return [...(location === undefined ? [] : [location.file]), ...named.flatMap(filesOf)];
}

function filesOf({
  componentFilePath,
  templateFilePath,
  sourceLocation,
  uses = [],
}: ComponentTarget): string[] {
  const files = [...uses.map(({ file }) => file), sourceLocation?.file, templateFilePath, componentFilePath];
  return files.filter((file) => file !== undefined).filter((file) => !file.startsWith('(unresolved'));
}

/** `null` for what is not a text of moderate size inside the project: the record may come from elsewhere. */
async function readSource(root: string, file: string): Promise<string | null> {
  try {
    const path = await realpath(resolve(root, file));
    if (!isInside(path, await realpath(root)) || (await stat(path)).size > maxBytes) return null;
    return await readFile(path, 'utf8');
  } catch {
    // A file that is gone or cannot be read says nothing about the edit.
    return null;
  }
}
