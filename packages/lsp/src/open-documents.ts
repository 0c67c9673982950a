/** The texts that are open in the editor, which may not be saved. */
import { TextDocument } from 'vscode-languageserver-textdocument';

import { realPathIfThere } from '@annotate-mcp/store/files';

import { pathOf } from './client-paths.ts';
import type { ContentChange } from './places/tracked-text.ts';

export interface OpenDocument {
  uri: string;
  /** With symbolic links resolved. */
  path: string;
  version: number;
  text: string;
}

export class OpenDocuments {
  readonly #byUri = new Map<string, { path: string; document: TextDocument }>();

  /** `null` for what is not a file. */
  open(uri: string, version: number, text: string): OpenDocument | null {
    const path = pathOf(uri);
    if (path === null) return null;
    this.#byUri.set(uri, {
      path: realPathIfThere(path),
      document: TextDocument.create(uri, '', version, text),
    });
    return this.get(uri);
  }

  change(uri: string, version: number, changes: readonly ContentChange[]): OpenDocument | null {
    const open = this.#byUri.get(uri);
    if (open === undefined) return null;
    open.document = TextDocument.update(open.document, [...changes], version);
    return this.get(uri);
  }

  /** The path of the file that is not open any more. */
  close(uri: string): string | null {
    const path = this.#byUri.get(uri)?.path ?? null;
    this.#byUri.delete(uri);
    return path;
  }

  get(uri: string): OpenDocument | null {
    const open = this.#byUri.get(uri);
    if (open === undefined) return null;
    const { path, document } = open;
    return { uri, path, version: document.version, text: document.getText() };
  }

  /** A file that is open under two names, through a link, has the one that was opened last. */
  at(path: string): OpenDocument | null {
    const found = [...this.#byUri].findLast(([, open]) => open.path === path);
    return found === undefined ? null : this.get(found[0]);
  }

  /** The folders of all open files. */
  paths(): string[] {
    return [...this.#byUri.values()].map(({ path }) => path);
  }
}
