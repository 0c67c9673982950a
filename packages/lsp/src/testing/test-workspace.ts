/** Projects in a temporary folder, and an editor that has them open. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { onTestFinished } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';
import { locateProjectRoot, mergedSidecars, openStore, sidecarFile, type Store } from '@annotate-mcp/store';

import type { ProjectLocation } from '../projects/store-source.ts';

export interface TestProject {
  readonly root: string;
  /** Returns the path. */
  write: (file: string, text: string) => string;
  uri: (file: string) => string;
  /** As a dev server has it open; closed after the test. */
  open: (configFolder?: string) => Promise<Store>;
  /** Into a store that is closed again. */
  fill: (...annotations: Annotation[]) => Promise<void>;
  /** As they come with a cloned repository: written by another person. */
  fillAsOther: (...annotations: Annotation[]) => Promise<void>;
  /** The comments on a document, as its review has them open. */
  openSidecar: (name: string) => Promise<Store>;
}

/** A git repository with a space and a letter beyond ASCII in its path. */
export function createProject(name = 'my pröject'): TestProject {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'annotate lsp ')));
  onTestFinished(() => rmSync(top, { recursive: true, force: true, maxRetries: 10 }));
  const root = join(top, name);
  mkdirSync(join(root, '.git'), { recursive: true });
  const openAt = async (url: string, options: Partial<Parameters<typeof openStore>[1]> = {}) => {
    const store = await openStore(url, { root, ...options });
    onTestFinished(() => store.close());
    return store;
  };
  const fill = async (annotations: readonly Annotation[], options: { configFolder?: string } = {}) => {
    const store = await openStore('sqlite:', { root, ...options });
    for (const annotation of annotations) await store.add(annotation);
    await store.close();
  };
  return {
    root,
    write: (file, text) => {
      const path = join(root, file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, text);
      return path;
    },
    uri: (file) => pathToFileURL(join(root, file)).href,
    open: () => openAt('sqlite:'),
    fill: (...annotations) => fill(annotations),
    fillAsOther: (...annotations) => fill(annotations, { configFolder: join(top, 'their config') }),
    openSidecar: (document) =>
      openAt(`json:${sidecarFile(root, document)}`, { mergedFiles: mergedSidecars, ignoresTrust: true }),
  };
}

/** As the program finds it. */
export function locate(folder: string): ProjectLocation {
  const root = locateProjectRoot({ cwd: folder, env: {} }).path;
  return { root, url: 'sqlite:', file: join(root, '.annotate', 'store.db') };
}
