/** The baseline: a store as it is often first written, which reads and writes its whole file each time. */
import { readFileSync, writeFileSync } from 'node:fs';

import type { Annotation } from '@annotate-mcp/core';

export class NaiveJsonStore {
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
    writeFileSync(file, '[]');
  }

  fill(annotations: readonly Annotation[]): void {
    writeFileSync(this.#file, JSON.stringify(annotations));
  }

  add(annotation: Annotation): void {
    const all = NaiveJsonStore.readFile(this.#file);
    all.push(annotation);
    writeFileSync(this.#file, JSON.stringify(all));
  }

  list(limit: number): Annotation[] {
    return NaiveJsonStore.readFile(this.#file)
      .filter(({ status }) => status === 'pending')
      .slice(0, limit);
  }

  static readFile(file: string): Annotation[] {
    return JSON.parse(readFileSync(file, 'utf8')) as Annotation[];
  }
}
