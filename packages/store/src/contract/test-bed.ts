import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { afterEach } from 'vitest';

import type { StoreOptions } from '../open-store.ts';
import type { Store } from '../store.ts';

import { moduleOf, type Subject } from './subject.ts';

export interface TestBed {
  /** A new folder for each test, with a space and a letter beyond ASCII in its path. */
  folder(): string;
  /** Opened stores are closed after the test. */
  open(folder: string, options?: StoreOptions): Promise<Store>;
  /** For whatever else a test must undo; last in, first out. */
  onEnd(undo: () => unknown): void;
}

export function createTestBed(subject: Pick<Subject, 'module' | 'url'>): TestBed {
  const undos: (() => unknown)[] = [];
  afterEach(async () => {
    for (const undo of undos.splice(0).reverse()) await undo();
  });
  return {
    onEnd: (undo) => undos.push(undo),
    folder: () => {
      const folder = realpathSync(mkdtempSync(join(tmpdir(), 'annotate störe ')));
      undos.push(() => rmSync(folder, { recursive: true, force: true }));
      return folder;
    },
    open: async (folder, options = {}) => {
      const { openStore } = await moduleOf(subject);
      const store = await openStore(subject.url(folder), { root: folder, ...options });
      undos.push(() => store.close());
      return store;
    },
  };
}
