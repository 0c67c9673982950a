/** The source of a running demo, which tests change as an agent does. */
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export class SourceFiles {
  readonly #root: string;
  readonly #folder: string;
  readonly #originals = new Map<string, string>();
  #changed = new Set<string>();

  /** Both are absolute; `root` is the project's. */
  constructor(root: string, folder: string) {
    this.#root = root;
    this.#folder = folder;
  }

  /** In every file that has it. */
  replace(from: string | RegExp, to: string): void {
    const matching = this.#all().filter((file) => {
      const text = readFileSync(file, 'utf8');
      return typeof from === 'string' ? text.includes(from) : from.test(text);
    });
    if (matching.length === 0) throw new Error(`No file of the demo has ${String(from)}.`);
    for (const file of matching) this.#change(file, (text) => text.replace(from, to));
  }

  append(name: string, text: string): void {
    this.#change(this.#named(name), (before) => `${before}\n${text}\n`);
  }

  prepend(name: string, text: string): void {
    this.#change(this.#named(name), (before) => `${text}\n${before}`);
  }

  /** The files that were changed since the last call, relative to the project's root. */
  takeChanged(): string[] {
    const files = [...this.#changed].map((file) => relative(this.#root, file).replaceAll('\\', '/'));
    this.#changed = new Set();
    return files;
  }

  /** Puts all files back. */
  restore(): void {
    for (const [file, text] of this.#originals)
      if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
    this.#originals.clear();
    this.#changed = new Set();
  }

  /** Puts the files back that are changed in `edit`, as they were right before it. */
  during(edit: () => void): () => void {
    const before = new Map(this.#all().map((file) => [file, readFileSync(file, 'utf8')]));
    edit();
    return () => {
      for (const [file, text] of before) if (readFileSync(file, 'utf8') !== text) writeFileSync(file, text);
    };
  }

  #change(file: string, change: (text: string) => string): void {
    const before = readFileSync(file, 'utf8');
    if (!this.#originals.has(file)) this.#originals.set(file, before);
    this.#changed.add(file);
    writeFileSync(file, change(before));
  }

  #named(name: string): string {
    const found = this.#all().find((file) => file.endsWith(name));
    if (found === undefined) throw new Error(`The demo has no ${name}.`);
    return found;
  }

  #all(): string[] {
    return readdirSync(this.#folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(this.#folder, name))
      .filter((file) => statSync(file).isFile());
  }
}
